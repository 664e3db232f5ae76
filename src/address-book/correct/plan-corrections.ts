import path from 'node:path';
import { internationalNumber, numberKey } from '../../domain/phone-number.js';
import { ValidationError } from '../../errors/errors.js';
import { checkFilled, checkString, checkWhole, invalid } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import { groupsOf, type ReadingClient, readingClient } from '../sides/account.js';
import { type CorrectionPlanOptions, type CorrectionSummary, writeCorrections } from './correction-plan.js';
import { type Entry, readEntries } from './entries.js';

/** What a number of a group is to be. */
export interface NumberCorrection {
  /** In whatever spelling. */
  readonly number: string;
  /** The name of its one entry; absent where none is to be left. */
  readonly name?: string | undefined;
}

/** Options of {@link planCorrections}. */
export interface PlanCorrectionsOptions extends CorrectionPlanOptions {
  readonly client: ReadingClient;
  readonly groupId: number;
  readonly corrections: readonly NumberCorrection[];
}

const KNOWN: KnownNames<PlanCorrectionsOptions> = {
  client: true,
  out: true,
  account: true,
  force: true,
  settleMs: true,
  onUnfinished: true,
  now: true,
  groupId: true,
  corrections: true,
  signal: true,
};
const KNOWN_CORRECTION: KnownNames<NumberCorrection> = { number: true, name: true };

/**
 * Plans that numbers of a group are removed from it, or get another name: no operation changes a name, so that a number
 * is deleted and added again. Nothing is changed by it. The plan holds all entries of these numbers, and can be
 * imported as an export can.
 *
 * @throws ValidationError when an option is not usable, or the group or a number is not there
 * @throws SmsServiceError when the account cannot be read
 */
export async function planCorrections(options: PlanCorrectionsOptions): Promise<CorrectionSummary> {
  const { client: given, out, groupId, corrections, signal, ...more } = readOptions(options, KNOWN);
  const client = readingClient(given, 'client');
  const wanted = new Map<string, NumberCorrection>();
  if (!Array.isArray(corrections)) return invalid('corrections', 'is not a list');
  for (const [index, one] of corrections.entries()) {
    const { number, name } = readOptions(one as NumberCorrection, KNOWN_CORRECTION, `corrections[${index}]`);
    const given = checkFilled(number, `corrections[${index}].number`);
    const key = numberKey(given);
    if (name !== undefined) checkString(name, `corrections[${index}].name`);
    if (name !== undefined && internationalNumber(given) === undefined) {
      invalid(`corrections[${index}].number`, 'is no telephone number: once deleted it could not be added again');
    }
    if (wanted.has(key)) invalid(`corrections[${index}].number`, 'is there twice');
    wanted.set(key, { number: String(number), name });
  }
  checkWhole(groupId, 'groupId', Number.MIN_SAFE_INTEGER);
  const file = path.resolve(checkFilled(out, 'out'));
  const summary = await writeCorrections(file, { ...more, signal }, [], async (writer) => {
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
