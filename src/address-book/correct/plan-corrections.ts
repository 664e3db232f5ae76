import { internationalNumber, numberKey } from '../../domain/phone-number.js';
import { ValidationError } from '../../errors/errors.js';
import { checkFilled, checkString, checkWhole, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required } from '../../options/table.js';
import { groupsOf, readingClient } from '../sides/account.js';
import { CORRECTION_PLAN_OPTIONS, type CorrectionSummary, writeCorrections } from './correction-plan.js';
import { type Entry, readEntries } from './entries.js';

const CORRECTION = {
  /** In whatever spelling. */
  number: required(checkFilled),
  /** The name of its one entry; absent where none is to be left. */
  name: optional(checkString),
};

/** A number of a group, and what is to become of its entries. */
export interface NumberCorrection extends OptionsOf<typeof CORRECTION> {}

const OPTIONS = {
  /** The account. */
  client: required(readingClient),
  ...CORRECTION_PLAN_OPTIONS,
  /** The group. */
  groupId: required((value: unknown, path: string): number => checkWhole(value, path, Number.MIN_SAFE_INTEGER)),
  /** The numbers to correct, each once. */
  corrections: required(checkCorrections),
};

/** Options of {@link planCorrections}. */
export interface PlanCorrectionsOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Plans that numbers of a group are removed from it, or get another name: no operation changes a name, so that a number
 * is deleted and added again. Nothing is changed by it. The plan holds all entries of these numbers, and can be
 * imported as an export can.
 *
 * @throws ValidationError when an option is not usable, or the group or a number is not there
 * @throws SmsServiceError when the account cannot be read
 *
 * @example
 * ```ts
 * await planCorrections({
 *   client,
 *   out: 'rename.json',
 *   groupId: 17,
 *   corrections: [{ number: '48500100200', name: 'Anna' }, { number: '48500100201' }],
 * });
 * ```
 */
export async function planCorrections(options: PlanCorrectionsOptions): Promise<CorrectionSummary> {
  const { client, groupId, corrections: wanted, ...more } = readOptions(options, OPTIONS);
  const { signal } = more;
  const summary = await writeCorrections(more, [], async (writer) => {
    const group = (await groupsOf(client, { signal })).find(({ id }) => id === groupId);
    if (group === undefined) throw new ValidationError('groupId', 'is that of no group of the account');
    const entries = new Map([...wanted.keys()].map((key): [string, Entry[]] => [key, []]));
    await readEntries(client, group.id, entries, { signal });
    const index = [...entries.values()].findIndex((own) => own.length === 0);
    if (index >= 0) invalid(`corrections[${index}].number`, 'is not in the group');
    await writer.group({ id: group.id, name: group.name, info: group.info });
    for (const [key, { name }] of wanted) {
      const own = entries.get(key) ?? [];
      for (const entry of own) await writer.number(entry.number, entry.name);
      const { number } = own.find((entry) => entry.name === name) ?? own[0] ?? { number: key };
      await writer.correction({ groupId: group.id, number, ...(name === undefined ? {} : { name }) });
    }
  });
  return { ...summary, left: 0 };
}

/** Checks each correction, and gives them by the numbers that they are of. */
function checkCorrections(
  corrections: readonly NumberCorrection[],
  path: string,
): ReadonlyMap<string, NumberCorrection> {
  const wanted = new Map<string, NumberCorrection>();
  if (!Array.isArray(corrections)) return invalid(path, 'is not a list');
  for (const [index, one] of corrections.entries()) {
    const correction = readOptions(one, CORRECTION, { path: `${path}[${index}]` });
    const { number, name } = correction;
    const key = numberKey(number);
    if (name !== undefined && internationalNumber(number) === undefined) {
      invalid(`${path}[${index}].number`, 'is no telephone number: once deleted it could not be added again');
    }
    if (wanted.has(key)) invalid(`${path}[${index}].number`, 'is there twice');
    wanted.set(key, correction);
  }
  return wanted;
}
