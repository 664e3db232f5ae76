import { addTo } from '../../matching/lists.js';
import { type Json, type Skipped, shownWord } from '../message/foreign-call.js';

export interface Mapping {
  readonly place: string;
  readonly value: unknown;
}

/** Mappings in the order in which they respond, and mappings that cannot be ordered. */
export interface OrderedMappings {
  readonly taken: readonly Mapping[];
  readonly skipped: readonly Skipped[];
}

/** The initial state of every scenario. */
const START = 'Started';

/**
 * Sorts mappings in the order in which they respond. Mappings of a scenario are sorted by its states. Scenarios with
 * cycles or branches are skipped.
 */
export function inOrder(mappings: readonly Mapping[]): OrderedMappings {
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

/** Returns the distance of each mapping of a scenario from the start, or the reason why it has none. */
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

/** Returns the state of a scenario in which a mapping responds; empty if it always responds. */
export function stateOf(mapping: Mapping): string {
  const { scenario, from = '' } = stepOf(mapping);
  return scenario === undefined ? '' : JSON.stringify([scenario, from]);
}
