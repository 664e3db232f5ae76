import { expect, it } from 'vitest';
import { isEnd, markOf, play, type Reported, type Round } from './machine.js';

/** How often the gateway holds what an item leaves there. */
function stored({ kind, sandbox }: Round): (mark: string) => number {
  const account = sandbox.account('alice');
  const counts = new Map<string, number>();
  const add = (mark: string): void => void counts.set(mark, (counts.get(mark) ?? 0) + 1);
  if (kind === 'addNumbers') for (const { number } of account?.groups[0]?.numbers ?? []) add(number);
  else for (const { message } of account?.messages ?? []) for (const [mark] of message.matchAll(/v\d+;/g)) add(mark);
  return (mark) => counts.get(mark) ?? 0;
}

/** The messages without a mark, by number. */
function plain({ sandbox }: Round): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { to, message } of sandbox.account('alice')?.messages ?? []) {
    if (!/v\d+;/.test(message)) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  return counts;
}

const NUMBERS: Readonly<Record<string, string>> = {
  '500100200': '48500100200',
  '+48 500 100 200': '48500100200',
  '500100201': '48500100201',
  '48500100201': '48500100201',
  '500100202': '48500100202',
  '447700900123': '447700900123',
};

function isCarriedOut({ ok, status = 'accepted' }: Reported): boolean {
  return ok && status === 'accepted';
}

function check(round: Round): void {
  const { kind, items, read, results, hasThrown, thrown, remaining, isAborted, isClosed } = round;
  // Each result belongs to the next item, and no result is repeated.
  results.forEach((result, index) => expect(result.item).toBe(items[index]));
  const open = items.slice(results.length, read);
  if (!remaining) {
    // Of what was read, only items may be without a result that a slow source gave after the end.
    expect(open.length).toBeLessThanOrEqual(hasThrown && (isAborted || isClosed) ? round.maybeLate : 0);
    if (!hasThrown) expect(results).toHaveLength(items.length);
  }
  if (hasThrown) expect(isEnd(thrown, round), String(thrown)).toBe(true);
  expect(round.mostInFlight).toBeLessThanOrEqual(round.concurrency);
  expect(round.callsAfter).toBe(0);
  const perUnit = kind === 'addNumbers' ? 1 : round.chunkSize;
  const units = kind === 'addNumbers' ? 2 * round.concurrency : round.concurrency + 1;
  // Besides the results of the unit that is being given out, and the first item of the next one.
  expect(round.mostAhead).toBeLessThanOrEqual((units + 2) * perUnit + 1);
  if (!round.isSourceOver) expect(round.isSourceClosed).toBe(true);

  const times = stored(round);
  const seen = new Map<string, { sure: number; maybe: number }>();
  const plainOf = new Map<string, { sure: number; maybe: number }>();
  const count = (item: unknown, sure: number, maybe: number): void => {
    const mark = markOf(item);
    if (mark === undefined || typeof mark !== 'string') return;
    const isPlain = kind !== 'addNumbers' && !/^v\d+;$/.test(mark);
    const [counts, key] = isPlain ? [plainOf, NUMBERS[mark] ?? mark] : [seen, mark];
    const before = counts.get(key) ?? { sure: 0, maybe: 0 };
    counts.set(key, { sure: before.sure + sure, maybe: before.maybe + maybe });
  };
  for (const result of results) {
    const { ok, error, outcome, item } = result;
    expect(ok).toBe(outcome === undefined);
    if (kind === 'addNumbers') expect(ok).toBe(error === undefined);
    if (error !== undefined) expect([outcome, 'rejected']).toContain(error.outcome);
    count(item, isCarriedOut(result) ? 1 : 0, outcome === 'unknown' ? 1 : 0);
  }
  // Items that the consumer has left may have been executed. Items that were never read were not.
  for (const item of open) count(item, 0, remaining ? 1 : 0);
  for (const item of items.slice(read)) count(item, 0, 0);
  for (const [mark, { sure, maybe }] of seen) {
    expect(times(mark), mark).toBeGreaterThanOrEqual(sure);
    expect(times(mark), mark).toBeLessThanOrEqual(sure + maybe);
  }
  if (kind !== 'addNumbers') {
    const messages = plain(round);
    for (const [number, { sure, maybe }] of plainOf) {
      expect(messages.get(number) ?? 0, number).toBeGreaterThanOrEqual(sure);
      expect(messages.get(number) ?? 0, number).toBeLessThanOrEqual(sure + maybe);
    }
    for (const number of messages.keys()) expect(plainOf.has(number)).toBe(true);
  }
  const ids = results.filter(isCarriedOut).flatMap(({ message }) => message?.id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
}

it('each item of a batch has one result that matches the gateway, for random faults', async () => {
  const first = Number(process.env.PROPERTY_SEED ?? 1) * 1_000_000;
  const rounds = Number(process.env.BATCH_ROUNDS ?? 1000);
  const seen = new Map<string, number>();
  const note = (what: string, times = 1): void => void seen.set(what, (seen.get(what) ?? 0) + times);
  for (let seed = first; seed < first + rounds; seed++) {
    const round = await play(seed);
    try {
      check(round);
    } catch (cause) {
      throw new Error(`seed ${seed}`, { cause });
    }
    note(round.kind);
    note('items', round.items.length);
    note('unread', round.items.length - round.read);
    if (round.remaining) note('left');
    if (round.hasThrown) note(round.thrown === round.sourceError ? 'source failed' : 'ended');
    if (round.isAborted) note('aborted');
    if (round.isClosed) note('closed');
    for (const { ok, status, outcome } of round.results) note(`${ok} ${status ?? ''} ${outcome ?? ''}`);
  }
  if (process.env.SHOW_ROUNDS !== undefined) console.log(Object.fromEntries(seen));
  for (const what of ['addNumbers', 'sendMulti', 'http', 'left', 'source failed', 'aborted', 'closed', 'unread']) {
    expect(seen.get(what), what).toBeGreaterThan(0);
  }
  for (const what of ['true accepted ', 'true duplicate ', 'false failed unknown', 'false invalid rejected']) {
    expect(seen.get(what), what).toBeGreaterThan(0);
  }
}, 3_600_000);
