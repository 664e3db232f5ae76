import { SingleBar } from 'cli-progress';
import type { Output } from './output.js';
import { thousands } from './text.js';

/** The time between two lines of progress, in milliseconds. */
const LINE_MS = 5000;
/** The same for lines that machines read. */
const JSON_MS = 1000;
const CLEAR_LINE = '\r\u001b[K';
const SAVE_CURSOR = '\u001b7';

/** What is counted, and how it is shown. */
export interface ProgressOptions {
  /** What comes is printed at once: on a terminal that shows how far it is. Default: false. */
  readonly isList?: boolean;
  /** Nothing is said of it unless that was asked for. Default: false. */
  readonly isSilent?: boolean;
}

/** The facts of how far something is. */
interface Facts {
  readonly done: number;
  /** `null` where it is not known. */
  readonly total: number | null;
  readonly perSecond: number;
  readonly secondsLeft: number | null;
}

/**
 * Shows how far something has come: with a bar on a terminal, a line every few seconds elsewhere, also where nothing
 * comes, or as JSON.
 */
export class Progress {
  readonly #output: Output;
  readonly #noun: string;
  readonly #now: () => number;
  readonly #isList: boolean;
  readonly #form: Output['progressForm'];
  readonly #timer: NodeJS.Timeout;
  readonly #startMs: number;
  #bar: SingleBar | undefined;
  #value = 0;
  #total = 0;
  #first: { readonly value: number; readonly ms: number } | undefined;
  #lastLineMs: number;
  #lastJsonMs = Number.NEGATIVE_INFINITY;
  /** The value of the last line. */
  #told: number | undefined;

  /**
   * @param noun - what is counted: `numbers`
   * @param now - the time in milliseconds
   */
  constructor(
    output: Output,
    noun: string,
    now: () => number = () => performance.now(),
    { isList = false, isSilent = false }: ProgressOptions = {},
  ) {
    this.#output = output;
    this.#noun = noun;
    this.#now = now;
    this.#isList = isList;
    this.#form = isSilent && !output.isProgressAsked ? 'none' : output.progressForm;
    this.#startMs = now();
    this.#lastLineMs = this.#startMs;
    this.#timer = setInterval(() => this.#tell(), this.#form === 'json' ? JSON_MS : LINE_MS);
    this.#timer.unref();
  }

  /** @param total - 0 where it is not known */
  update(value: number, total: number): void {
    this.#value = value;
    this.#total = total;
    const ms = this.#now();
    if (this.#first === undefined) {
      this.#first = { value, ms };
      if (this.#form === 'bar' && !this.#isList) {
        this.#bar = newBar(total > 0);
        this.#bar.start(Math.max(total, 1), value, this.#payload(ms));
      }
    }
    this.#bar?.update(value, this.#payload(ms));
    const isJson = this.#form === 'json';
    if (isJson ? ms - this.#lastJsonMs >= JSON_MS : ms - this.#lastLineMs >= LINE_MS) this.#tell();
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

  /** Leaves the bar as it is; machines get how far it has come. */
  stop(): void {
    clearInterval(this.#timer);
    this.#bar?.stop();
    this.#bar = undefined;
    if (this.#form === 'json') this.#tellMachines();
  }

  /** Tells how far it is, in a line. */
  #tell(): void {
    const ms = this.#now();
    if (this.#form === 'json') this.#tellMachines();
    if (ms - this.#lastLineMs < LINE_MS) return;
    this.#lastLineMs = ms;
    const line = this.#line(ms);
    const isSeen = this.#isList && this.#output.isResultOnTerminal && this.#told !== this.#value;
    this.#told = this.#value;
    // Where a bar is to come, or what is counted is on the screen, a line would say it twice.
    if (this.#form === 'json' || this.#form === 'none' || this.#bar !== undefined || isSeen) this.#output.log(line);
    else this.#output.note(line);
  }

  #line(ms: number): string {
    const since = duration(Math.round((ms - this.#startMs) / 1000));
    if (this.#first === undefined) {
      const nothing = this.#noun === 'done' ? 'nothing done' : `no ${this.#noun}`;
      return `waiting for the gateway for ${since}, ${nothing} yet`;
    }
    const { count, rate, left } = this.#payload(ms);
    const stands = this.#told === this.#value ? [`nothing new after ${since}`] : [rate, left];
    return [count, ...stands].filter((part) => part !== '').join(', ');
  }

  #tellMachines(): void {
    const ms = this.#now();
    this.#lastJsonMs = ms;
    const { done, total, perSecond, secondsLeft } = this.#facts(ms);
    const seconds = Math.round((ms - this.#startMs) / 100) / 10;
    const rounded = Math.round(perSecond * 10) / 10;
    this.#output.progressLine({ progress: this.#noun, done, total, perSecond: rounded, secondsLeft, seconds });
  }

  #facts(ms: number): Facts {
    const [done, total] = [this.#value, this.#total > 0 ? this.#total : null];
    const { value: from, ms: start } = this.#first ?? { value: done, ms };
    const perSecond = ms > start ? ((done - from) * 1000) / (ms - start) : 0;
    const secondsLeft = perSecond > 0 && total !== null ? Math.ceil((total - done) / perSecond) : null;
    return { done, total, perSecond, secondsLeft };
  }

  #payload(ms: number): { readonly count: string; readonly rate: string; readonly left: string } {
    const { done, total, perSecond, secondsLeft } = this.#facts(ms);
    const of = total === null ? '' : ` of ${thousands(total)}`;
    return {
      count: `${thousands(done)}${of} ${this.#noun}`,
      rate: perSecond > 0 ? `${thousands(Math.round(perSecond))}/s` : '',
      left: secondsLeft === null || secondsLeft === 0 ? '' : `${duration(secondsLeft)} left`,
    };
  }
}

/** Does something that tells how far it is. @param noun - what is counted: `numbers` */
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

/** Waits for one answer of the gateway, and tells how long it takes. */
export function awaitingAnswer<T>(output: Output, ask: () => Promise<T>): Promise<T> {
  const asked = async (progress: Progress): Promise<T> => {
    const answer = await ask();
    progress.update(1, 0);
    return answer;
  };
  return withProgress(output, 'answer', asked, { isList: true });
}

/** The columns of a terminal that has room for a bar beside the figures, which would be cut in the middle. */
const ROOMY = 72;

/** @param hasTotal - whether it is known how much there is: nothing else can be a bar */
function newBar(hasTotal: boolean): SingleBar {
  // A terminal that nobody has told its size has 0 columns.
  const bar = (process.stderr.columns || ROOMY) < ROOMY ? '' : '{bar} ';
  return new SingleBar({
    format: hasTotal ? `${bar}{percentage} %  {count}  {rate}  {left}` : '{count}  {rate}',
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
