import { runInThisContext } from 'node:vm';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emitCodecs } from '../../../src/codegen/emitting/emit-codecs.js';
import { emitService } from '../../../src/codegen/emitting/emit-service.js';
import type { ServiceModel } from '../../../src/codegen/model/model.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import * as runtime from '../../../src/soap/index.js';
import { writeMessage } from '../../../src/soap/messages/envelope.js';
import { readEnvelope } from '../../../src/soap/messages/response.js';
import { readSlots } from '../given.js';
import { randomSchema } from './random-schema.js';
import { RandomValues } from './random-value.js';

/** `MODEL_ROUNDS=5000 npx vitest run test/codegen/random` is the long form. */
const ROUNDS = Number(process.env['MODEL_ROUNDS'] ?? 60);
const VALUES = 5;

interface Generated {
  readonly S: runtime.Service<object>;
  readonly op: runtime.Operation<unknown, unknown>;
}

/** Runs generated modules without writing them anywhere. */
function run(model: ServiceModel): Generated {
  const load = (text: string, modules: Readonly<Record<string, unknown>>): object => {
    const { code } = transformSync(text, { loader: 'ts', format: 'cjs' });
    const module = { exports: {} };
    const main = runInThisContext(`(require, module, exports) => {${code}\n}`) as (
      ...given: readonly unknown[]
    ) => void;
    main((name: string) => modules[name], module, module.exports);
    return module.exports;
  };
  const codecs = load(emitCodecs(model, '#runtime'), { '#runtime': runtime });
  return load(emitService(model, '#runtime'), { '#runtime': runtime, './codecs.js': codecs }) as Generated;
}

describe('generated code for a random schema', () => {
  it('reads its own output', () => {
    let values = 0;
    fc.assert(
      fc.property(randomSchema, fc.infiniteStream(fc.nat()), ({ schema, names }, seeds) => {
        const output = names.map((name) => `<wsdl:part name="p${name}" type="tns:${name}"/>`).join('');
        const model = readSlots({ schema, output });
        const { S, op } = run(model);
        const parts = new RandomValues(model).parts(model.operations[0]?.output ?? []);
        const seed = seeds.next().value ?? 0;
        for (const value of fc.sample(parts, { seed, numRuns: VALUES })) {
          const document = writeMessage(S, op, op.output, value);
          for (const shortcuts of ['all', 'none'] as const) {
            const content = readEnvelope(S, op, Buffer.from(document), { ...DEFAULT_LIMITS, shortcuts });
            expect(content).toEqual({ kind: 'output', output: value });
          }
          values += 1;
        }
      }),
      { numRuns: ROUNDS, endOnFailure: process.env['CI'] === 'true' },
    );
    expect(values).toBeGreaterThanOrEqual(ROUNDS * VALUES);
  });
});
