import type { Amounts } from '../message/amounts.js';
import { type ForeignCall, type Json, type Methods, readEach, type Skipped } from '../message/foreign-call.js';
import type { GivenFolder } from '../message/given-folder.js';
import { readWireMockCall } from './read-mapping.js';
import { inOrder, type Mapping, stateOf } from './scenarios.js';

export function isMapping(json: unknown): boolean {
  const { request, response } = (json ?? {}) as Json;
  return request !== undefined && response !== undefined;
}

/**
 * Reads stub mappings of WireMock, in the order in which they respond. If several match the same request, only the one
 * that WireMock would use is imported.
 *
 * @param files - the folder `__files`
 */
export function* readMappings(
  mappings: readonly Mapping[],
  files: GivenFolder,
  amounts: Amounts,
  methods: Methods,
): Generator<ForeignCall | Skipped, void, undefined> {
  const { taken, skipped } = inOrder(mappings);
  yield* skipped;
  const values = taken.map(({ value }) => value);
  const read = (value: unknown, place: string): ForeignCall => readWireMockCall(value, place, files, methods);
  const all = [...readEach(values, (index) => taken[index]?.place ?? '', read, amounts)];
  const best = new Map<string, Answering>();
  const answers = all.map((call, index) => ('reason' in call ? undefined : answeringOf(call, taken[index] as Mapping)));
  for (const one of answers) {
    if (one === undefined) continue;
    const other = best.get(one.key);
    if (other === undefined || one.priority <= other.priority) best.set(one.key, one);
  }
  for (const [index, call] of all.entries()) {
    const one = answers[index];
    if ('reason' in call || one === undefined) yield call;
    else {
      const reason = whyNotReached(one, best);
      yield reason === undefined ? call : { place: call.place, reason };
    }
  }
}

/** A mapping, with the data to compare it with others for the same request. */
interface Answering {
  readonly place: string;
  readonly request: string;
  /** The request, including the state of its scenario. */
  readonly key: string;
  readonly isOfScenario: boolean;
  /** WireMock uses the lowest priority. With equal priorities it uses the mapping that was added last. */
  readonly priority: number;
}

function answeringOf({ place, request: { method, url, headers, body } }: ForeignCall, mapping: Mapping): Answering {
  const text = Buffer.from(body).toString('latin1').replace(/>\s+</g, '><').trim();
  const request = JSON.stringify([method, url, headers['authorization'] ?? '', text]);
  const state = stateOf(mapping);
  return { place, request, key: request + state, isOfScenario: state !== '', priority: priorityOf(mapping) };
}

function whyNotReached(one: Answering, best: ReadonlyMap<string, Answering>): string | undefined {
  const same = best.get(one.key);
  if (same !== undefined && same !== one) return `is never reached: ${same.place} answers the same request`;
  if (one.isOfScenario) {
    const always = best.get(one.request);
    const isHidden = always !== undefined && always.priority < one.priority;
    return isHidden ? `is never reached: ${always.place} answers the same request` : undefined;
  }
  for (const other of best.values()) {
    const isAlso = other.isOfScenario && other.request === one.request && other.priority <= one.priority;
    if (isAlso) return `answers only where a scenario does not: ${other.place} is of one`;
  }
  return undefined;
}

const USUAL_PRIORITY = 5;

function priorityOf({ value }: Mapping): number {
  const { priority } = (value ?? {}) as Json;
  return typeof priority === 'number' ? priority : USUAL_PRIORITY;
}
