import { inspect } from 'node:util';
import { isSmsServiceError } from '../../../src/errors/errors.js';
import {
  disagreement,
  type ListResponse,
  type Reading,
  readStreamed,
  readWhole,
  show,
} from '../../support/both-readings.js';
import type { Corpus } from '../corpus.js';
import type { Kind } from '../kind.js';
import { mutate } from '../mutations.js';
import { Random } from '../random.js';

/** The operations with streamed responses, and the part with the items. */
const PARTS: Readonly<Record<string, string>> = {
  soap_GetNumbers: 'arNumbers',
  soap_GetSmsByDate: 'arSms',
  soap_GetGroups: 'arGroups',
  soap_GetSenders: 'arSenders',
};

/**
 * Mutated responses that arrive in chunks: the items are those of the complete response, or both are rejected.
 */
export function mutatedStreams({ responses }: Corpus): Kind {
  const streamed = responses.filter(({ operation, body }) => PARTS[operation] !== undefined && body.length < 20_000);
  return {
    name: 'streams',
    run: async (seed) => {
      const random = new Random(seed);
      const one = random.pick(streamed);
      if (one === undefined) throw new Error('the corpus has no response that can be streamed');
      const { operation, status, headers } = one;
      const response: ListResponse = { operation, part: PARTS[operation] ?? '', status, headers };
      const mutant = random.chance(0.2)
        ? { bytes: one.body, applied: [] }
        : mutate(one.body, random, () => random.pick(streamed)?.body ?? one.body);
      const whole = readWhole(response, mutant.bytes);
      const stream = await readStreamed(response, piecesOf(mutant.bytes, random));
      const failures = [...untyped(whole), ...untyped(stream)];
      const difference = disagreement(whole, stream, false);
      if (difference !== undefined) failures.push(difference);
      return { outcome: whole.error === undefined ? 'items' : 'refused', made: mutant.applied, failures };
    },
  };
}

function untyped(reading: Reading): readonly string[] {
  const { error } = reading;
  return error === undefined || isSmsServiceError(error)
    ? []
    : [`not a typed error: ${inspect(error)} ${show(reading)}`];
}

/** Bytes that arrive in chunks of random sizes, from one byte. */
export async function* piecesOf(bytes: Buffer, random: Random): AsyncGenerator<Uint8Array, void, undefined> {
  const longest = random.pick([1, 30, 500, 5000]);
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + random.below(longest);
    yield bytes.subarray(start, end);
    start = end;
  }
}
