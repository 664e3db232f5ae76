import type {
  AddressBookDifference,
  NotCopied,
  PlanEvent,
  PlanWarning,
  UnfinishedRun,
} from '../../../address-book/index.js';
import type { Output } from '../../output/output.js';
import { LinesAbove, type Progress } from '../../output/progress.js';
import { counted, printable } from '../../output/text.js';

interface Place {
  readonly group: string;
  readonly number?: string | undefined;
  readonly name?: string | undefined;
}

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

function notCopiedLine(output: Output, { kind, info, ...place }: NotCopied): string {
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

export function eventLine(output: Output, event: PlanEvent, isDryRun: boolean): string | undefined {
  if (event.type === 'skipped') return output.styled('bad', placeLine('! skipped', event, REASONS[event.reason]));
  if (event.type === 'extra-deleted') {
    const { group, expected, deleted } = event;
    const counts = `${deleted} numbers were deleted, but only ${expected} were compared: others were added in between`;
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

export class PlanNotes {
  readonly lines: LinesAbove;
  readonly #output: Output;
  readonly #progress: Progress;

  constructor(output: Output, progress: Progress) {
    this.lines = new LinesAbove(output, progress);
    this.#output = output;
    this.#progress = progress;
  }

  readonly notCopied = (notCopied: NotCopied): void => {
    this.lines.say({ notCopied }, () => notCopiedLine(this.#output, notCopied));
  };

  readonly warning = (warning: PlanWarning): void => {
    const { text, group } = warning;
    if (this.#output.isJson) this.lines.print({ warning }, () => '');
    else this.#progress.note(`warning: ${text}${group === undefined ? '' : ` (${group})`}`);
  };

  readonly unfinished = ({ journal, ms }: UnfinishedRun): void => {
    this.#progress.note(`waiting ${seconds(ms)}: requests of ${printable(journal)} may still be executed`);
  };

  readonly locked = (holder: string): void => {
    this.#progress.note(`checking whether the process that holds the lock is running: ${printable(holder)}`);
  };

  waiting(ms: number): void {
    this.#progress.note(`waiting ${seconds(ms)} before requests with unknown outcome are looked up`);
  }

  async finish(): Promise<void> {
    await this.lines.finish();
  }
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
