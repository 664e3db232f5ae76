import { SingleBar } from 'cli-progress';
import type { Output } from './output.js';
import { thousands } from './text.js';

/** The time between two lines of progress, in milliseconds. */
const LINE_MS = 5000;
const CLEAR_LINE = '\r\u001b[K';
const SAVE_CURSOR = '\u001b7';

/** Shows how far something has come: with a bar on a terminal, a line every few seconds elsewhere. */
export class Progress {
  readonly #output: Output;
  readonly #noun: string;
  readonly #now: () => number;
  #bar: SingleBar | undefined;
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
  }

  /** @param total - 0 where it is not known */
  update(value: number, total: number): void {
    this.#total = total;
    const ms = this.#now();
    if (this.#first === undefined) {
      this.#first = { value, ms };
      if (this.#output.isOnTerminal) {
        this.#bar = newBar(total > 0);
        this.#bar.start(Math.max(total, 1), value, this.#payload(value, ms));
      }
    }
    if (this.#bar !== undefined) this.#bar.update(value, this.#payload(value, ms));
    else if (ms - this.#lastLineMs >= LINE_MS) {
      this.#lastLineMs = ms;
      const { count, rate, left } = this.#payload(value, ms);
      this.#output.note([count, rate, left].filter((part) => part !== '').join(', '));
    }
  }

  /** Says something meanwhile. */
  note(text: string): void {
    void this.above(() => this.#output.note(text));
  }

  /** Prints something meanwhile: above the bar, which goes on below it. */
  async above(print: () => void | Promise<void>): Promise<void> {
    if (this.#bar !== undefined) process.stderr.write(CLEAR_LINE);
    await print();
    // The bar ends where the cursor was when it began.
    if (this.#bar !== undefined) process.stderr.write(SAVE_CURSOR);
  }

  /** Leaves the bar as it is. */
  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
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

/** Does something that tells how far it is. @param noun - what is counted: `numbers` */
export async function withProgress<T>(
  output: Output,
  noun: string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = new Progress(output, noun);
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

/** @param hasTotal - whether it is known how much there is: nothing else can be a bar */
function newBar(hasTotal: boolean): SingleBar {
  return new SingleBar({
    format: hasTotal ? '{bar} {percentage} %  {count}  {rate}  {left}' : '{count}  {rate}',
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

/** `3 s`, `4 min 10 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
