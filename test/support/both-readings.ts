import { inspect, isDeepStrictEqual } from 'node:util';
import { SmsService } from '../../generated/service.js';
import { DecodeError } from '../../src/errors/errors.js';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../src/soap/decoder/limits.js';
import { type DecodeContext, decodeResponse } from '../../src/soap/messages/decode-response.js';
import type { Operation } from '../../src/soap/messages/operation.js';
import { readResponseItems } from '../../src/soap/stream/response-stream.js';

type Parts = Readonly<Record<string, unknown>>;

/** The result of reading: the items of one part, and all other parts; or an error, in a stream after some items. */
export interface Reading {
  readonly items: readonly unknown[];
  readonly others?: Parts;
  readonly error?: unknown;
}

/** A response whose items can be read both ways. */
export interface ListResponse {
  readonly operation: string;
  /** The part that holds the items. */
  readonly part: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly settings?: Partial<DecodeSettings>;
}

function contextOf({ operation, settings }: ListResponse): DecodeContext<Parts> {
  const found = Object.entries(SmsService.operations).find(([name]) => name === operation)?.[1];
  if (found === undefined) throw new Error(`no operation ${operation}`);
  return {
    shared: { service: SmsService, limits: { ...DEFAULT_LIMITS, ...settings } },
    operation: found as unknown as Operation<unknown, Parts>,
    secrets: () => [],
  };
}

/** Reads a complete response. */
export function readWhole(response: ListResponse, body: Uint8Array): Reading {
  const { part, status = 200, headers = {} } = response;
  try {
    const { [part]: items, ...others } = decodeResponse({ status, headers, body }, contextOf(response));
    return { items: items as readonly unknown[], others };
  } catch (error) {
    return { items: [], error };
  }
}

/**
 * Reads a response while it arrives.
 *
 * @param onBatch - called with the number of items of a batch
 */
export async function readStreamed(
  response: ListResponse,
  body: AsyncIterable<Uint8Array>,
  onBatch: (size: number) => void = () => {},
): Promise<Reading> {
  const { part, status = 200, headers = {} } = response;
  const items: unknown[] = [];
  let others: Parts = {};
  const stream = readResponseItems<Parts, { readonly item: unknown }>({ status, headers, body }, contextOf(response), {
    part,
    wants: () => true,
    convert: (item) => ({ item }),
    accept: ({ [part]: _items, ...rest }) => {
      others = rest;
    },
  });
  try {
    for await (const batch of stream) {
      onBatch(batch.length);
      items.push(...batch.map(({ item }) => item));
    }
    return { items, others };
  } catch (error) {
    return { items, error };
  }
}

/** Bytes that arrive in pieces, cut at the given positions. */
export async function* cutAt(bytes: Uint8Array, ...cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const cut of [...cuts, bytes.length]) {
    yield bytes.subarray(start, cut);
    start = cut;
  }
}

/** Bytes that arrive one by one. */
export async function* byteByByte(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start++) yield bytes.subarray(start, start + 1);
}

/**
 * Compares a stream with a complete response. Returns the difference; `undefined` if both accept with the same items
 * and parts, or both refuse.
 *
 * @param isExact - requires the same reason, path and byte if both refuse
 */
export function disagreement(whole: Reading, streamed: Reading, isExact: boolean): string | undefined {
  const areSame =
    whole.error === undefined && streamed.error === undefined
      ? isDeepStrictEqual(whole, streamed)
      : isDeepStrictEqual(reasonOf(whole, isExact), reasonOf(streamed, isExact));
  return areSame ? undefined : `whole: ${show(whole)}\nbut in pieces: ${show(streamed)}`;
}

function reasonOf({ error }: Reading, isExact: boolean): unknown {
  if (!(error instanceof Error)) return error;
  if (!isExact) return error.name;
  if (!(error instanceof DecodeError)) return messageOf(error);
  return [error.message, error.path, error.xsdType, error.offset];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
}

/** A reading in a line. */
export function show({ items, others, error }: Reading): string {
  const end = error === undefined ? JSON.stringify(others) : messageOf(error);
  return `${items.length} items ${JSON.stringify(items)} ${end}`.slice(0, 900);
}
