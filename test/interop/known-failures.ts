import { isDeepStrictEqual } from 'node:util';
import type { Difference } from './differences.js';
import type { KnownFailure } from './peers/peer.js';

/**
 * Compares the differences observed in a scenario with the list of known failures.
 *
 * @returns unexpected differences and known failures that did not occur; empty if the list is exact
 */
export function disagreements(
  scenario: string,
  found: readonly Difference[],
  known: readonly KnownFailure[],
): string[] {
  const listed = new Map(known.flatMap((failure) => failure.places.map((place) => [place, failure] as const)));
  const problems: string[] = [];
  for (const { place, wanted, instead } of found) {
    const failure = listed.get(place);
    const saw = `${place}: wanted ${show(wanted)}, saw ${show(instead)}`;
    if (failure === undefined) problems.push(saw);
    else if (!isDeepStrictEqual(failure.instead(wanted), instead)) {
      problems.push(`${saw}; known is "${failure.why}", which gives ${show(failure.instead(wanted))}`);
    }
  }
  const places = new Set(found.map(({ place }) => place));
  for (const [place, { why }] of listed) {
    if (scenarioOf(place) === scenario && !places.has(place)) {
      problems.push(`${place}: works now, take it off the list "${why}"`);
    }
  }
  return problems;
}

/** Returns the scenario of a place. */
function scenarioOf(place: string): string {
  return place.slice(0, place.indexOf(' / '));
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
