import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc, { type Arbitrary } from 'fast-check';
import { expect } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import type { OperationModel, Part, ServiceModel } from '../../../src/codegen/model/model.js';
import type { Generated } from './prepared.js';
import { AsRead } from './values/as-read.js';
import { ModelValues } from './values/model-values.js';
import type { PhpValue } from './values/php-value.js';
import { PhpValues } from './values/php-values.js';

/** The kind of a failed operation, and the complete error. */
export interface Failure {
  /** `request`: PHP decoded a wrong value; `response`: this library did; `error`: there was a Fault or an error. */
  readonly what: 'request' | 'response' | 'error';
  readonly details: string;
}

/** A generated stub. */
type Stub = Readonly<Record<string, (input: object) => Promise<object>>>;

/** PHP's server, which is restarted if it has crashed. */
export interface PhpSide {
  /** Returns the address of a running server. */
  url(): Promise<string>;
  readonly transport: Transport;
}

/** Number of calls of each operation. */
const RUNS = Number(process.env['CORPUS_RUNS'] ?? 5);
/** Maximum number of calls of a known failure. They end at the first failure, which not every value causes. */
const RUNS_UNTIL_FAILURE = Math.max(RUNS, 200);

/**
 * Calls every operation with random values. PHP returns random values.
 *
 * @param wsdl - the document, as PHP can load it
 * @param isKnownToFail - returns true if an operation is called until it fails
 * @returns the failures by operation name
 */
export async function drive(
  generated: Generated,
  wsdl: string,
  php: PhpSide,
  isKnownToFail: (operation: string) => boolean,
): Promise<Map<string, Failure>> {
  const { model, folder, runs: usualRuns = RUNS } = generated;
  const exchange = mkdtempSync(join(tmpdir(), 'any-service-'));
  const query = new URLSearchParams({ wsdl, folder: exchange });
  const failures = new Map<string, Failure>();
  try {
    const module = (await import(pathToFileURL(join(folder, 'index.ts')).href)) as Record<string, unknown>;
    const Stub = module[model.stub] as new (options: object) => Stub;
    const values = valuesOf(model);
    for (const operation of model.operations) {
      const stub = new Stub({ transport: php.transport, url: `${await php.url()}?${query.toString()}` });
      const runs = isKnownToFail(operation.name) ? RUNS_UNTIL_FAILURE : usualRuns;
      const failure = await driveOperation(operation, values, stub, exchange, runs);
      if (failure !== undefined) failures.set(operation.name, failure);
    }
  } finally {
    rmSync(exchange, { recursive: true });
  }
  return failures;
}

/** The random values of a service's types, on both sides. */
interface Values {
  readonly made: ModelValues;
  readonly decodedByPhp: PhpValues;
  readonly givenToPhp: PhpValues;
  readonly asRead: AsRead;
}

function valuesOf(model: ServiceModel): Values {
  return {
    made: new ModelValues(model),
    decodedByPhp: new PhpValues(model, 'decoded'),
    givenToPhp: new PhpValues(model, 'to be encoded'),
    asRead: new AsRead(model),
  };
}

type Message = Readonly<Record<string, unknown>>;

async function driveOperation(
  operation: OperationModel,
  values: Values,
  stub: Stub,
  exchange: string,
  numRuns: number,
): Promise<Failure | undefined> {
  const { made, decodedByPhp, asRead } = values;
  const all: Arbitrary<readonly [Message, Message, Message]> = fc.tuple(
    made.parts(operation.input),
    made.parts(operation.output),
    made.parts(operation.headers.input),
  );
  const hasHeaders = operation.headers.input.length > 0;
  let failed: Failure | undefined;
  const property = fc.asyncProperty(all, async ([parts, output, $headers]) => {
    const input = hasHeaders ? { ...parts, $headers } : parts;
    let [seen, read]: unknown[] = [];
    const step = (what: Failure['what'], check: () => void): void => {
      try {
        check();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        failed = { what, details: `${message}\n${shown({ input, output, seen, read })}` };
        throw error;
      }
    };
    const answer = { operation: operation.name, value: given(operation.output, values, output) };
    writeFileSync(join(exchange, 'answer.json'), JSON.stringify(answer));
    writeFileSync(join(exchange, 'seen.json'), '');
    const call = await settled(() => stub[operation.identifier]?.(input));
    step('error', () => {
      if ('error' in call) throw call.error;
    });
    read = 'value' in call ? call.value : undefined;
    step('request', () => {
      const lines = readFileSync(join(exchange, 'seen.json'), 'utf8').trim().split('\n');
      seen = lines.map((line): unknown => JSON.parse(line));
      const arguments_ = operation.input.map(({ name, type }) => decodedByPhp.of(type, parts[name]));
      // PHP calls a function for each header first.
      const headers = operation.headers.input.map(({ name, type }) => [
        name,
        { a: [decodedByPhp.of(type, $headers[name])] },
      ]);
      expect(seen).toEqual([...headers, [expect.anything(), { a: arguments_ }]]);
    });
    step('response', () => {
      if (operation.outputType === undefined) return expect(read).toBeUndefined();
      const wanted = operation.output.map(({ name, type }) => [name, asRead.of(type, output[name])] as const);
      const answered = operation.headers.output.length > 0 ? { $headers: {} } : {};
      expect(read).toEqual({ ...Object.fromEntries(wanted), ...answered });
    });
  });
  await fc.check(property, { numRuns, endOnFailure: true });
  return failed;
}

async function settled(
  call: () => Promise<unknown> | undefined,
): Promise<{ readonly value: unknown } | { readonly error: unknown }> {
  try {
    return { value: await call() };
  } catch (error) {
    return { error };
  }
}

/** The return value of PHP's handler: the only part, or several parts by their names. */
function given(parts: readonly Part[], { givenToPhp }: Values, output: Message): PhpValue | { readonly parts: object } {
  const all = parts.map(({ name, type }) => [name, givenToPhp.of(type, output[name])] as const);
  const [only] = all;
  return all.length === 1 && only !== undefined ? only[1] : { parts: Object.fromEntries(all) };
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
}
