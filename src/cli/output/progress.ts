import type { Output } from './output.js';
import { cut, thousands } from './text.js';

const INTERVAL_MS = { bar: 100, lines: 5000, json: 1000, none: 60_000 } as const;
const CLEAR_LINE = '\r\u001b[K';
const BAR_WIDTH = 24;
/** Narrower terminals show no bar beside the numbers. */
const MIN_BAR_COLUMNS = 72;

interface ProgressOptions {
  readonly isList?: boolean;
  readonly isSilent?: boolean;
}

/** Shows the progress of a command: a bar on a terminal, otherwise a line every five seconds, or JSON Lines. */
export class Progress {
  readonly #output: Output;
  readonly #noun: string;
  readonly #now: () => number;
  readonly #form: keyof typeof INTERVAL_MS;
  readonly #isOnScreen: boolean;
  readonly #timer: NodeJS.Timeout;
  readonly #startMs: number;
  #value = 0;
  #total = 0;
  #first: { readonly value: number; readonly ms: number } | undefined;
  #reportedMs: number;
  #reportedValue: number | undefined;
  #isDrawn = false;

  constructor(
    output: Output,
    noun: string,
    now: () => number = () => performance.now(),
    { isList = false, isSilent = false }: ProgressOptions = {},
  ) {
    this.#output = output;
    this.#noun = noun;
    this.#now = now;
    const form = output.progressForm(isSilent);
    this.#form = isList && form === 'bar' ? 'lines' : form;
    this.#isOnScreen = isList && output.columns !== undefined;
    this.#startMs = now();
    this.#reportedMs = this.#form === 'lines' ? this.#startMs : Number.NEGATIVE_INFINITY;
    this.#timer = setInterval(() => this.#report(), INTERVAL_MS[this.#form]);
    this.#timer.unref();
  }

  update(value: number, total: number): void {
    this.#value = value;
    this.#total = total;
    const ms = this.#now();
    this.#first ??= { value, ms };
    if (ms - this.#reportedMs >= INTERVAL_MS[this.#form]) this.#report();
  }

  note(text: string): void {
    void this.above(() => this.#output.note(text));
  }

  async above(print: () => void | Promise<void>): Promise<void> {
    if (this.#isDrawn) process.stderr.write(CLEAR_LINE);
    await print();
    if (this.#isDrawn) this.#draw();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#form === 'json') this.#report();
    if (!this.#isDrawn && (this.#form !== 'bar' || this.#first === undefined)) return;
    this.#draw();
    process.stderr.write('\n');
    this.#isDrawn = false;
  }

  #report(): void {
    this.#reportedMs = this.#now();
    if (this.#form === 'json') {
      const { perSecond, secondsLeft } = this.#rate();
      const [done, total] = [this.#value, this.#total > 0 ? this.#total : null];
      const seconds = Math.round((this.#reportedMs - this.#startMs) / 100) / 10;
      const rounded = Math.round(perSecond * 10) / 10;
      this.#output.progressLine({ progress: this.#noun, done, total, perSecond: rounded, secondsLeft, seconds });
    } else if (this.#form === 'bar') {
      if (this.#first !== undefined || this.#reportedMs - this.#startMs >= INTERVAL_MS.lines) this.#draw();
    } else if (this.#form === 'lines') {
      const isSeen = this.#isOnScreen && this.#reportedValue !== this.#value;
      if (!isSeen) this.#output.note(this.#text());
      this.#reportedValue = this.#value;
    }
  }

  #draw(): void {
    this.#isDrawn = true;
    // A terminal of unknown size has 0 columns.
    const columns = process.stderr.columns || MIN_BAR_COLUMNS;
    const share = this.#total > 0 ? Math.min(1, this.#value / this.#total) : undefined;
    const filled = Math.round((share ?? 0) * BAR_WIDTH);
    const bar = columns < MIN_BAR_COLUMNS ? '' : `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} `;
    const percent = share === undefined ? '' : `${bar}${Math.floor(share * 100)} %  `;
    process.stderr.write(CLEAR_LINE + cut(percent + this.#text(), columns - 1));
  }

  #text(): string {
    const elapsed = duration(Math.round((this.#now() - this.#startMs) / 1000));
    if (this.#first === undefined) return `waiting for the gateway for ${elapsed}, no ${this.#noun} yet`;
    const of = this.#total > 0 ? ` of ${thousands(this.#total)}` : '';
    const count = `${thousands(this.#value)}${of} ${this.#noun}`;
    if (this.#reportedValue === this.#value) return `${count}, nothing new after ${elapsed}`;
    const { perSecond, secondsLeft } = this.#rate();
    const rate = perSecond > 0 ? `, ${thousands(Math.round(perSecond))}/s` : '';
    return secondsLeft === null || secondsLeft === 0 ? count + rate : `${count}${rate}, ${duration(secondsLeft)} left`;
  }

  /** The rate since the first report: a resumed run does not count what an earlier one has done. */
  #rate(): { readonly perSecond: number; readonly secondsLeft: number | null } {
    const ms = this.#now();
    const { value, ms: startMs } = this.#first ?? { value: 0, ms };
    const perSecond = ms > startMs ? ((this.#value - value) * 1000) / (ms - startMs) : 0;
    const isKnown = perSecond > 0 && this.#total > 0;
    return { perSecond, secondsLeft: isKnown ? Math.ceil((this.#total - this.#value) / perSecond) : null };
  }
}

export async function withProgress<T>(
  output: Output,
  noun: string,
  work: (progress: Progress) => Promise<T>,
  options?: ProgressOptions,
): Promise<T> {
  const progress = new Progress(output, noun, undefined, options);
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

export class LinesAbove {
  readonly #output: Output;
  readonly #progress: Progress;
  #printing: Promise<void> = Promise.resolve();

  constructor(output: Output, progress: Progress) {
    this.#output = output;
    this.#progress = progress;
  }

  say(value: unknown, text: () => string): void {
    if (!this.#output.isQuiet) this.print(value, text);
  }

  print(value: unknown, text: () => string): void {
    const print = (): Promise<void> => this.#output.result(value, text);
    this.#printing = this.#printing.then(() => this.#progress.above(print));
  }

  finish(): Promise<void> {
    return this.#printing;
  }
}

/** Returns `3 s`, `4 min 10 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
