import type { AddressBookDifference, NotCopied, PlanEvent } from '../../../address-book/index.js';
import type { Output } from '../../output/output.js';
import { counted, printable } from '../../output/text.js';

/** A group, or a number in it. */
interface Place {
  readonly group: string;
  readonly number?: string | undefined;
  readonly name?: string | undefined;
}

/** Returns a line: what it is, the number with its name, and the group. */
export function placeLine(what: string, { group, number, name }: Place, ...more: readonly string[]): string {
  const names = name === undefined ? [] : [name || '(no name)'];
  const where = number === undefined ? [group] : [number, ...names, `in ${group}`];
  return [what, ...where, ...more].map(printable).join('\t');
}

const DIFFERENCES: Readonly<Record<AddressBookDifference['kind'], string>> = {
  'missing-group': '- group',
  'extra-group': '+ group',
  'missing-number': '- number',
  'extra-number': '+ number',
  'other-name': '~ name',
  fewer: '~ fewer',
  duplicate: '! duplicate',
  info: '~ info',
  'extra-info': '+ info',
};

/** Returns the line of a difference: `-` is only in the first address book, `+` only in the second one. */
export function differenceLine(output: Output, difference: AddressBookDifference): string {
  const { kind } = difference;
  return output.styled(kind.startsWith('extra-') ? 'faint' : 'bad', placeLine(DIFFERENCES[kind], difference));
}

/** Returns the line of data that is not copied. */
export function notCopiedLine(output: Output, { kind, info, ...place }: NotCopied): string {
  const where = info === undefined ? place : { group: place.group, number: info };
  return output.styled('bad', placeLine(`not copied: ${kind}`, where));
}

const CHANGES: Readonly<Partial<Record<PlanEvent['type'], string>>> = {
  'group-added': '+ group',
  'group-deleted': '- group',
  'number-added': '+ number',
  'number-deleted': '- number',
  'number-renamed': '~ name',
};

const REASONS: Readonly<Record<Extract<PlanEvent, { readonly type: 'skipped' }>['reason'], string>> = {
  'source-changed': 'the source no longer has it',
  'group-missing': 'the group no longer exists',
  'entries-changed': 'the entries have changed',
  'copy-missing': 'the other account no longer has a copy',
};

/**
 * Returns the line of an event; `undefined` for one that is not printed.
 *
 * @param isDryRun - true prints each change
 */
export function eventLine(output: Output, event: PlanEvent, isDryRun: boolean): string | undefined {
  if (event.type === 'skipped') return output.styled('bad', placeLine('! skipped', event, REASONS[event.reason]));
  if (event.type === 'extra-deleted') {
    const { group, expected, deleted } = event;
    const counts = `${deleted} numbers were deleted and ${expected} were compared: somebody has added numbers meanwhile`;
    return output.styled('bad', placeLine('! deleted', { group }, counts));
  }
  const mark = CHANGES[event.type];
  return isDryRun && mark !== undefined ? placeLine(mark, event as Place) : undefined;
}

export function countsText(counts: readonly (readonly [count: number, noun: string, what: string])[]): string {
  return counts
    .flatMap(([count, noun, what]) => (count > 0 ? `${counted(count, noun)} ${what}`.trim() : []))
    .join(', ');
}
