import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from './decoding.js';

/** What one of several ways made of a document. */
export interface Named {
  readonly name: string;
  readonly verdict: Verdict;
}

/** Says where several ways of decoding do not agree: they give the same value, or all refuse. */
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

/** A verdict in a line. */
export function show({ name, verdict }: Named): string {
  const what = verdict.kind === 'refused' ? verdict.reason : JSON.stringify(verdict.value);
  return `${name}: ${verdict.kind} ${what?.slice(0, 500)}`;
}
