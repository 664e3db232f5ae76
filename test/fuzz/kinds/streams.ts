import { inspect, isDeepStrictEqual } from 'node:util';
import { SmsService } from '../../../generated/service.js';
import { isSmsServiceError } from '../../../src/errors/errors.js';
import { type AnswerContext, readAnswer } from '../../../src/soap/answer.js';
import { readAnswerItems } from '../../../src/soap/answer-items.js';
import { DEFAULT_LIMITS } from '../../../src/soap/input.js';
import type { Operation } from '../../../src/soap/operation.js';
import type { TransportResponse } from '../../../src/transport/transport.js';
import type { Corpus } from '../corpus.js';
import type { Kind } from '../kind.js';
import { mutate } from '../mutations.js';
import { Random } from '../random.js';
import { utf8Of } from './utf8.js';

type Parts = Readonly<Record<string, unknown>>;

/** The operations whose answers can be streamed, and the part that holds the items. */
const PARTS: Readonly<Record<string, string>> = {
  soap_GetNumbers: 'arNumbers',
  soap_GetSmsByDate: 'arSms',
  soap_GetGroups: 'arGroups',
  soap_GetSenders: 'arSenders',
};

/** Indexes of items: a stream gives the items in the order in which they come. */
const SPARSE = /SOAP-ENC:(?:position|offset)/;
/** What a stream cannot know. */
const AHEAD = /has not come yet/;
/** What a stream does not see: ids in elements that it passes over, and what they would refer to. */
const PASSED_OVER = /an id that stands twice|circular/;

/** Whether a stream may make something else of a document. */
function isLeftOpen(document: Uint8Array | undefined, stream: Outcome, whole: Outcome): boolean {
  const text = Buffer.from(document ?? []).toString('utf8');
  const says = ({ error }: Outcome, words: RegExp): boolean => error !== undefined && words.test(messageOf(error));
  return SPARSE.test(text) || says(stream, AHEAD) || says(whole, PASSED_OVER);
}

/** Mutated answers that arrive in pieces: the items are those of the whole answer, or both are refused. */
export function mutatedStreams({ answers }: Corpus): Kind {
  const streamed = answers.filter(({ operation, body }) => PARTS[operation] !== undefined && body.length < 20_000);
  return {
    name: 'streams',
    run: async (seed) => {
      const random = new Random(seed);
      const one = random.pick(streamed);
      if (one === undefined) throw new Error('the corpus has no answer that can be streamed');
      const { operation, status, headers } = one;
      const part = PARTS[operation] ?? '';
      const mutant = random.chance(0.2)
        ? { bytes: one.body, applied: [] }
        : mutate(one.body, random, () => random.pick(streamed)?.body ?? one.body);
      const context: AnswerContext<Parts> = {
        service: SmsService,
        operation: SmsService.operations[operation] as unknown as Operation<unknown, Parts>,
        limits: DEFAULT_LIMITS,
        secrets: () => [],
      };
      const whole = await outcomeOf(async () => {
        const { [part]: items, ...others } = readAnswer({ status, headers, body: mutant.bytes }, context);
        return { items, others };
      });
      const items: unknown[] = [];
      const pieces = piecesOf(mutant.bytes, random);
      const stream = await outcomeOf(async () => ({
        others: await collect({ status, headers, body: pieces }, context, part, items),
        items,
      }));
      const failures = [whole, stream].flatMap(({ error }) =>
        error === undefined || isSmsServiceError(error) ? [] : [`not a typed error: ${inspect(error)}`],
      );
      if (
        !isDeepStrictEqual(whole.value, stream.value) &&
        !isLeftOpen(utf8Of(mutant.bytes, headers['content-type']), stream, whole)
      ) {
        failures.push(`whole: ${show(whole)}\nbut in pieces: ${show(stream)}`);
      }
      return { outcome: whole.error === undefined ? 'items' : 'refused', made: mutant.applied, failures };
    },
  };
}

interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
}

async function outcomeOf(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
}

function show({ value, error }: Outcome): string {
  return (error === undefined ? JSON.stringify(value) : messageOf(error)).slice(0, 600);
}

/** Reads a stream to its end; gives the other parts. */
async function collect(
  response: TransportResponse,
  context: AnswerContext<Parts>,
  part: string,
  items: unknown[],
): Promise<Parts> {
  let others: Parts = {};
  const stream = readAnswerItems<Parts, { readonly item: unknown }>(response, context, {
    part,
    wants: () => true,
    convert: (item) => ({ item }),
    judge: ({ [part]: _items, ...rest }) => {
      others = rest;
    },
  });
  for await (const batch of stream) items.push(...batch.map(({ item }) => item));
  return others;
}

/** Bytes that arrive in pieces of random sizes, down to single ones. */
async function* piecesOf(bytes: Buffer, random: Random): AsyncGenerator<Uint8Array, void, undefined> {
  const longest = random.pick([1, 30, 500, 5000]);
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + random.below(longest);
    yield bytes.subarray(start, end);
    start = end;
  }
}
