import { addTo } from '../../matching/lists.js';
import { type Json, type Skipped, shownWord } from '../message/foreign-call.js';

/** A mapping of WireMock, and where it stands. */
export interface Mapping {
  readonly place: string;
  readonly value: unknown;
}

/** Mappings in the order in which they answer, and those that no order of recordings can stand for. */
export interface OrderedMappings {
  readonly taken: readonly Mapping[];
  readonly skipped: readonly Skipped[];
}

/** The state in which every scenario is at first. */
const START = 'Started';

/**
 * Brings mappings into the order in which they answer: those of a scenario by its states, from the first one on. What
 * goes round in a circle, or on in several ways, is left aside.
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

/** What a mapping has to do with a scenario. */
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

/** How far each mapping of a scenario is from its start, or the reason why that cannot be said. */
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

/** The state of a scenario in which a mapping answers; empty for one that answers always. */
export function stateOf(mapping: Mapping): string {
  const { scenario, from = '' } = stepOf(mapping);
  return scenario === undefined ? '' : JSON.stringify([scenario, from]);
}
