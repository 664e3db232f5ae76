import {
  type ComparedRequest,
  type FieldValue,
  isSameBy,
  type MatchRule,
  ruleOf,
} from '../../contract/compared-request.js';
import type { Entry } from '../../file/entry.js';
import { addTo } from './add-to.js';

export interface Playable {
  readonly entry: Entry;
  readonly request: ComparedRequest;
  isUsed: boolean;
  playedTo?: number | undefined;
}

export interface Difference {
  readonly path: string;
  readonly name: string;
  readonly recorded: FieldValue | undefined;
  readonly given: FieldValue | undefined;
}

export class Matcher {
  readonly #rules: Readonly<Record<string, MatchRule>>;
  readonly #byKey = new Map<string, Playable[]>();
  readonly #byOperation = new Map<string, Playable[]>();
  readonly #used = new Map<string, number>();

  constructor(rules: Readonly<Record<string, MatchRule>>) {
    this.#rules = rules;
  }

  add(playable: Playable): void {
    const { account } = playable.entry.recording;
    const { key } = playable.request;
    addTo(this.#byKey, key, playable);
    if (account !== undefined) addTo(this.#byKey, keyFor(account, key), playable);
    addTo(this.#byOperation, playable.request.operation, playable);
  }

  countOf(key: string, account: string | undefined): number {
    return this.#byKey.get(keyFor(account, key))?.length ?? 0;
  }

  *all(): Iterable<Playable> {
    for (const playables of this.#byOperation.values()) yield* playables;
  }

  find(request: ComparedRequest, now: Date, account: string | undefined): Playable | undefined {
    const key = keyFor(account, request.key);
    const same = this.#byKey.get(key);
    if (same === undefined) return undefined;
    let last: Playable | undefined;
    let start = this.#used.get(key) ?? 0;
    while (same[start]?.isUsed) start += 1;
    this.#used.set(key, start);
    for (let index = start; index < same.length; index++) {
      const playable = same[index] as Playable;
      if (!this.#isSame(playable, request, now)) continue;
      if (!playable.isUsed) return playable;
      last = playable;
    }
    return last ?? same.slice(0, start).findLast((playable) => this.#isSame(playable, request, now));
  }

  playedTo(callId: number, request: ComparedRequest, now: Date, account: string | undefined): Playable | undefined {
    const same = this.#byKey.get(keyFor(account, request.key)) ?? [];
    return same.findLast((playable) => playable.playedTo === callId && this.#isSame(playable, request, now));
  }

  nearest(request: ComparedRequest, now: Date, count: number): readonly (readonly [Playable, readonly Difference[]])[] {
    const all = this.#byOperation.get(request.operation) ?? [];
    const compared = all.map((playable) => [playable, this.#differences(playable, request, now)] as const);
    return compared.sort(([, one], [, other]) => one.length - other.length).slice(0, count);
  }

  #isSame(playable: Playable, request: ComparedRequest, now: Date): boolean {
    // The keys are equal, so only fields with a rule can differ.
    return this.#differences(playable, request, now, true).length === 0;
  }

  #differences(
    { request: recorded, entry }: Playable,
    input: ComparedRequest,
    now: Date,
    onlyRules = false,
  ): readonly Difference[] {
    if (onlyRules && Object.keys(this.#rules).length === 0) return [];
    const context = { recordedAt: new Date(entry.recording.startedAtMs), now };
    const before = new Map(recorded.leaves.map((leaf) => [leaf.path, leaf]));
    const after = new Map(input.leaves.map((leaf) => [leaf.path, leaf]));
    const differences: Difference[] = [];
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const rule = ruleOf(this.#rules, path);
      if (onlyRules && rule === undefined) continue;
      const [one, other] = [before.get(path), after.get(path)];
      const isSame =
        rule === undefined ? one?.value === other?.value : isSameBy(rule, one?.value, other?.value, context);
      if (!isSame) {
        differences.push({ path, name: (one ?? other)?.name ?? '', recorded: one?.value, given: other?.value });
      }
    }
    return differences;
  }
}

function keyFor(account: string | undefined, key: string): string {
  return account === undefined ? key : `${account}\n${key}`;
}
