import { addTo } from '../cassette/playing/add-to.js';
import { type ForeignCall, type Json, type Methods, readEach, type Skipped, shownWord } from './foreign-call.js';
import type { Amounts, GivenFolder } from './given-folder.js';
import { readWireMockCall } from './wiremock-mapping.js';

export interface Mapping {
  readonly place: string;
  readonly value: unknown;
}

interface OrderedMappings {
  readonly taken: readonly Mapping[];
  readonly skipped: readonly Skipped[];
}

const START = 'Started';

function inOrder(mappings: readonly Mapping[]): OrderedMappings {
  const scenarios = new Map<string, Mapping[]>();
  for (const mapping of mappings) {
    const { scenario } = stepOf(mapping);
    if (scenario !== undefined) addTo(scenarios, scenario, mapping);
  }
  const found = new Map([...scenarios.values()].flatMap((all) => [...positionsOf(all)]));
  const skipped: Skipped[] = [];
  const taken: (readonly [Mapping, number])[] = [];
  for (const mapping of mappings) {
    const position = found.get(mapping) ?? 0;
    if (typeof position === 'number') taken.push([mapping, position]);
    else skipped.push({ place: mapping.place, reason: position });
  }
  taken.sort(([, one], [, other]) => one - other);
  return { taken: taken.map(([mapping]) => mapping), skipped };
}

interface Step {
  readonly scenario: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

function stepOf({ value }: Mapping): Step {
  const { scenarioName, requiredScenarioState: from, newScenarioState: to } = (value ?? {}) as Json;
  const textOr = (given: unknown): string | undefined => (typeof given === 'string' ? given : undefined);
  return { scenario: textOr(scenarioName), from: textOr(from), to: textOr(to) };
}

function positionsOf(mappings: readonly Mapping[]): ReadonlyMap<Mapping, number | string> {
  const steps = mappings.map((mapping) => [mapping, stepOf(mapping)] as const);
  const all = (reason: string): ReadonlyMap<Mapping, string> => new Map(mappings.map((mapping) => [mapping, reason]));
  const next = new Map<string, string>();
  for (const [, { from, to }] of steps) {
    if (to === undefined || to === from) continue;
    if (from === undefined) return all('its scenario is moved on in any state');
    if ((next.get(from) ?? to) !== to) return all('its scenario goes on in several ways');
    next.set(from, to);
  }
  const distances = new Map<string, number>();
  for (let state: string | undefined = START; state !== undefined; state = next.get(state)) {
    if (distances.has(state)) return all('its scenario begins again, and recordings come to an end');
    distances.set(state, distances.size);
  }
  return new Map(
    steps.map(([mapping, { from }]) => {
      const distance = from === undefined ? 0 : distances.get(from);
      return [mapping, distance ?? `its scenario never comes to the state ${shownWord(from ?? '')}`];
    }),
  );
}

function stateOf(mapping: Mapping): string {
  const { scenario, from = '' } = stepOf(mapping);
  return scenario === undefined ? '' : JSON.stringify([scenario, from]);
}

export function isMapping(json: unknown): boolean {
  const { request, response } = (json ?? {}) as Json;
  return request !== undefined && response !== undefined;
}

/**
 * Reads stub mappings of WireMock, in the order in which they respond. If several match the same request, only the one
 * that WireMock would use is imported.
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

interface Answering {
  readonly place: string;
  readonly request: string;
  readonly key: string;
  readonly isOfScenario: boolean;
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
