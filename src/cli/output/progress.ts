import { SingleBar } from 'cli-progress';
import type { Output } from './output.js';
import { thousands } from './text.js';

/** How much time there is between two lines of progress, in milliseconds. */
const LINE_MS = 5000;

/** How far something has come: a bar on a terminal, a line every few seconds elsewhere. */
export class Progress {
  readonly #output: Output;
  readonly #noun: string;
  readonly #now: () => number;
  readonly #bar: SingleBar | undefined;
  #total = 0;
  #first: { readonly value: number; readonly ms: number } | undefined;
  #lastLineMs: number;

  /**
   * @param noun - what is counted: `numbers`
   * @param now - the time in milliseconds
   */
  constructor(output: Output, noun: string, now: () => number = () => performance.now()) {
    this.#output = output;
    this.#noun = noun;
    this.#now = now;
    this.#lastLineMs = now();
    if (output.isOnTerminal) {
      this.#bar = new SingleBar({
        format: `{bar} {percentage} %  {count}  {rate}  {left}`,
        stream: process.stderr,
        barCompleteChar: '█',
        barIncompleteChar: '░',
        barsize: 24,
        // Whatever it changes of the terminal would stay so after a second SIGINT, which is not its to hear.
        hideCursor: false,
        linewrap: true,
        gracefulExit: false,
      });
    }
  }

  /** @param total - 0 where it is not known */
  update(value: number, total: number): void {
    this.#total = total;
    const ms = this.#now();
    if (this.#first === undefined) {
      this.#first = { value, ms };
      this.#bar?.start(Math.max(total, 1), value, this.#payload(value, ms));
    }
    if (this.#bar !== undefined) {
      if (total > 0) this.#bar.setTotal(total);
      this.#bar.update(value, this.#payload(value, ms));
    } else if (ms - this.#lastLineMs >= LINE_MS) {
      this.#lastLineMs = ms;
      const { count, rate, left } = this.#payload(value, ms);
      this.#output.note([count, rate, left].filter((part) => part !== '').join(', '));
    }
  }

  /** Leaves the bar as it is. */
  stop(): void {
    if (this.#first !== undefined) this.#bar?.stop();
  }

  #payload(value: number, ms: number): { readonly count: string; readonly rate: string; readonly left: string } {
    const of = this.#total > 0 ? ` of ${thousands(this.#total)}` : '';
    const { value: from, ms: start } = this.#first ?? { value, ms };
    const perSecond = ms > start ? ((value - from) * 1000) / (ms - start) : 0;
    const seconds = perSecond > 0 ? Math.ceil((this.#total - value) / perSecond) : 0;
    return {
      count: `${thousands(value)}${of} ${this.#noun}`,
      rate: perSecond > 0 ? `${thousands(Math.round(perSecond))}/s` : '',
      left: seconds > 0 ? `${duration(seconds)} left` : '',
    };
  }
}

/** `3 s`, `4 min 10 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
