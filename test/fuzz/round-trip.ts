import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import * as codecs from '../../generated/codecs.js';
import { SmsService } from '../../generated/service.js';
import { Problem } from '../../src/errors/problem.js';
import * as scalars from '../../src/soap/codecs/scalars.js';
import type { Codec } from '../../src/soap/decoder/codec.js';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../src/soap/decoder/limits.js';
import { writeMessage } from '../../src/soap/messages/envelope.js';
import { type Operation, operation, type Service, service } from '../../src/soap/messages/operation.js';
import { readRequest } from '../../src/soap/messages/request.js';
import { readEnvelope } from '../../src/soap/messages/response.js';
import { VARIANTS } from './decoding.js';
import { readShapes, type Shape } from './shapes.js';
import { anyTexts, arrived, inputsOf, SCALAR_NAMES, valuesOf } from './values.js';

/** A property of all values of a kind. */
export interface Law {
  readonly name: string;
  /**
   * Checks the property with several values.
   *
   * @param seed - determines the values
   * @returns the failure of the simplest failing value found, or `undefined` if there was none
   */
  check(seed: number, runs: number): string | undefined;
}

type AnyOperation = Operation<unknown, unknown>;

/** All properties of encoding and decoding. */
export function roundTripLaws(): readonly Law[] {
  const { types, operations } = readShapes();
  const known: Readonly<Record<string, AnyOperation>> = SmsService.operations;
  return [
    ...[...types].map(([name, shape]) =>
      law(`a ${name}`, valuesOf(shape), (value) => changedOnTheWay(codecNamed(codecs, `${name}Codec`), shape, value)),
    ),
    ...SCALAR_NAMES.map((name) => {
      const shape: Shape = { kind: 'scalar', codec: name };
      return law(`an xsd:${name}`, valuesOf(shape), (value) =>
        changedOnTheWay(codecNamed(scalars, name), shape, value),
      );
    }),
    ...[...operations].flatMap(([name, { input, output }]) => {
      const one = known[name];
      if (one === undefined) throw new Error(`the generated service has no ${name}`);
      const whole = SmsService as never;
      return [
        law(`an input of ${name}`, inputsOf(input), (value) =>
          difference(arrived(input, value), (settings) => {
            const document = Buffer.from(writeMessage(whole, one, one.input, value));
            return readRequest(whole, document, settings).input;
          }),
        ),
        law(`an output of ${name}`, valuesOf(output), (value) =>
          difference(arrived(output, value), (settings) => answered(whole, one, value, settings)),
        ),
      ];
    }),
    law('a text of any characters, if it is not refused', anyTexts(), (text) => {
      try {
        writeMessage(SmsService as never, probe(scalars.string), probe(scalars.string).output, { value: text });
      } catch (error) {
        return error instanceof Problem && error.path === 'value' ? undefined : `refused with ${String(error)}`;
      }
      return changedOnTheWay(scalars.string, { kind: 'scalar', codec: 'string' }, text);
    }),
  ];
}

function law<T>(name: string, values: Arbitrary<T>, wrongWith: (value: T) => string | undefined): Law {
  return {
    name,
    check: (seed, runs) => {
      let wrong: string | undefined;
      const details = fc.check(
        fc.property(values, (value) => {
          wrong = wrongWith(value);
          return wrong === undefined;
        }),
        { seed, numRuns: runs },
      );
      if (!details.failed) return undefined;
      return `${fc.stringify(details.counterexample)}: ${wrong ?? String(details.errorInstance)}`;
    },
  };
}

/** Returns the defect of a value after a round trip in a response, alone and in a list of similar values. */
function changedOnTheWay(codec: Codec<unknown>, shape: Shape, value: unknown): string | undefined {
  const one = probe(codec);
  return difference({ value: arrived(shape, value) }, (settings) =>
    answered(
      service({ name: 'Probe', namespaces: SmsService.namespaces, operations: { probe: one } }),
      one,
      { value },
      settings,
    ),
  );
}

function probe(codec: Codec<unknown>): AnyOperation {
  return operation<unknown, unknown>({
    name: 'probe',
    namespace: 'urn:sms-service',
    soapAction: '',
    input: { value: codec },
    output: { value: codec },
  });
}

function answered(of: Service<object>, one: AnyOperation, value: unknown, settings: DecodeSettings): unknown {
  const document = Buffer.from(writeMessage(of as Service, one, one.output, value));
  const response = readEnvelope(of, one, document, settings);
  return response.kind === 'output' ? response.output : response;
}

/** Compares the results of all ways of decoding. */
function difference(expected: unknown, decode: (settings: DecodeSettings) => unknown): string | undefined {
  for (const { name, settings } of VARIANTS) {
    const decoded = decode({ ...DEFAULT_LIMITS, ...settings });
    if (!isDeepStrictEqual(decoded, expected)) return `${name} gives ${fc.stringify(decoded)}`;
  }
  return undefined;
}

function codecNamed(all: object, name: string): Codec<unknown> {
  const codec = (all as Readonly<Record<string, Codec<unknown>>>)[name];
  if (codec === undefined) throw new Error(`there is no codec ${name}`);
  return codec;
}
