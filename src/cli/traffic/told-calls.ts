import type { CallFate, CallTold } from '../../replay/observed-cassette.js';
import type { Output } from '../output/output.js';
import { counted, moment, printable } from '../output/text.js';

const WORDS: Readonly<Record<CallFate, string>> = {
  played: 'played',
  missed: 'not in the cassette',
  recorded: 'recorded',
  unchanged: 'as it was recorded',
  failures: 'the gateway was away: not recorded',
  refusals: 'the credentials were refused: not recorded',
};
const IS_BAD: ReadonlySet<CallFate> = new Set(['missed', 'failures', 'refusals']);

/** Tells each call of a cassette when it has been made, and all of them at the end. */
export class ToldCalls {
  readonly #output: Output;
  readonly #counts = new Map<CallFate, number>();

  constructor(output: Output) {
    this.#output = output;
  }

  /** Tells a call. */
  readonly tell = ({ operation, fate }: CallTold): void => {
    this.#counts.set(fate, (this.#counts.get(fate) ?? 0) + 1);
    const at = new Date();
    const style = IS_BAD.has(fate) ? 'bad' : 'good';
    void this.#output.result(
      { at, operation, fate },
      () =>
        `${this.#output.styled('faint', moment(at))}  ${printable(operation)}  ${this.#output.styled(style, WORDS[fate])}`,
    );
  };

  /** Tells how many there were. */
  async sum(): Promise<void> {
    const counts = Object.fromEntries(this.#counts);
    const all = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    const parts = [...this.#counts].map(([fate, count]) => `${count} ${WORDS[fate]}`);
    await this.#output.result({ calls: all, ...counts }, () =>
      [counted(all, 'call'), ...(all === 0 ? [] : [parts.join(', ')])].join(': '),
    );
  }
}
