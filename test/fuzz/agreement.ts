import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from './decoding.js';

/** The result of one of several decoders. */
export interface Named {
  readonly name: string;
  readonly verdict: Verdict;
}

/** Lists disagreements of decoders: they must return the same value, or all reject the document. */
export function disagreements([first, ...others]: readonly Named[]): readonly string[] {
  if (first === undefined) return [];
  return others
    .filter(({ verdict }) => !agree(first.verdict, verdict))
    .map((other) => `${show(first)}\nbut ${show(other)}`);
}

function agree(one: Verdict, other: Verdict): boolean {
  if (one.kind === 'refused' || other.kind === 'refused') return one.kind === other.kind;
  return isDeepStrictEqual(one, other);
}

/** Describes a verdict in one line. */
export function show({ name, verdict }: Named): string {
  const what = verdict.kind === 'refused' ? verdict.reason : JSON.stringify(verdict.value);
  return `${name}: ${verdict.kind} ${what?.slice(0, 500)}`;
}
