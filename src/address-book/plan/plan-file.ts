import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { checkFilled, invalid } from '../../errors/check.js';
import { ValidationError } from '../../errors/errors.js';
import { type PlanHead, type PlanLabels, type PlanLine, readPlanLine } from './plan-lines.js';

/** How much is kept before it is written, in characters. */
const PIECE = 65_536;
/** Only for whoever makes it: a plan holds telephone numbers. */
const OWN = 0o600;
/** Newer versions of Node.js end a line at them. */
const SEPARATORS = /[\u2028\u2029]/g;

/** Writes a plan: it is there under its name when it is whole, or not at all. */
export class PlanWriter {
  readonly #file: string;
  readonly #handle: FileHandle;
  #waiting = '';
  #line = 0;

  private constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  static async open(file: string): Promise<PlanWriter> {
    return new PlanWriter(file, await open(partOf(file), 'w', OWN));
  }

  /** @returns the number of the line */
  async write(line: PlanLine): Promise<number> {
    this.#waiting += `${JSON.stringify(line).replace(SEPARATORS, escaped)}\n`;
    this.#line += 1;
    if (this.#waiting.length > PIECE) await this.#flush();
    return this.#line;
  }

  /** Gives the plan its name. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#handle.sync();
    await this.#handle.close();
    await rename(partOf(this.#file), this.#file);
  }

  /** Removes what was written. */
  async giveUp(): Promise<void> {
    await this.#handle.close();
    await rm(partOf(this.#file), { force: true });
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    await this.#handle.writeFile(text);
  }
}

/** Refuses to write over what somebody may want to keep. @param option - that names the file */
async function checkFree(file: string, option: string): Promise<void> {
  if (existsSync(`${file}.journal`)) {
    invalid(option, `would take the place of a plan that was begun, and has a journal: take another name than ${file}`);
  }
  if (!existsSync(file)) return;
  try {
    for await (const { value } of readPlan(file)) if ('plan' in value) return;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
  }
  if ((await stat(file)).size > 0) invalid(option, `is there already, and is no plan: ${file}`);
}

/**
 * Writes a plan: its first line, and what is made of it.
 *
 * @param option - that names the file
 * @throws ValidationError when something is there that is not to get lost, and what `make` throws; the plan does not
 *   exist then
 */
export async function writePlan<T>(
  file: string,
  option: 'out' | 'plan',
  head: Pick<PlanHead, 'policy' | 'labels'>,
  createdAt: Date,
  make: (writer: PlanWriter) => Promise<T>,
): Promise<T> {
  await checkFree(file, option);
  const writer = await PlanWriter.open(file);
  try {
    await writer.write({ plan: 1, createdAt: createdAt.toISOString(), ...head });
    const made = await make(writer);
    await writer.finish();
    return made;
  } catch (error) {
    await writer.giveUp();
    throw error;
  }
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16)}`;
}

function partOf(file: string): string {
  return `${file}.part`;
}

/** A line of a plan, and its number from 1. */
export interface NumberedLine {
  readonly line: number;
  readonly value: PlanLine;
}

/** Reads a plan line by line. @throws ValidationError that names the line, or when there is no such file */
export async function* readPlan(file: string): AsyncGenerator<NumberedLine, void, undefined> {
  if (!existsSync(file)) invalid('plan', `does not exist: ${file}`);
  const input = createReadStream(file, 'utf8');
  let line = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1;
      yield { line, value: readPlanLine(text, line) };
    }
  } finally {
    input.destroy();
  }
}

/**
 * What the accounts of a plan are called, as its maker has said in `labels`; `undefined` where he has not.
 *
 * @param file - the path of the plan
 * @throws ValidationError when it is none
 */
export async function planLabels(file: string): Promise<PlanLabels | undefined> {
  return (await planHead(path.resolve(checkFilled(file, 'file')))).labels;
}

/** The first line of a plan. @throws ValidationError when it is none */
export async function planHead(file: string): Promise<PlanHead> {
  for await (const { value } of readPlan(file)) {
    return 'plan' in value ? value : invalid('plan', 'has no first line that says it is a plan');
  }
  return invalid('plan', 'is empty');
}
