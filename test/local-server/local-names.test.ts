import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalNames } from '../../src/local-server/local-names.js';

const ownAddress = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal }) => !internal)?.address;

let asked: string[] = [];
let nowMs = 0;

beforeEach(() => {
  asked = [];
  nowMs = 0;
});

/** Local names with a scripted resolver. */
function names(known: Readonly<Record<string, readonly string[]>>): LocalNames {
  const lookup = async (name: string): Promise<readonly string[]> => {
    asked.push(name);
    const addresses = known[name];
    if (addresses === undefined) throw new Error('ENOTFOUND');
    return addresses;
  };
  return new LocalNames([], lookup, () => nowMs);
}

describe('names that are looked up', () => {
  it.each([
    ['of a service of Docker Compose', 'sandbox'],
    ['with a line below', 'my_sandbox'],
    ['of a machine in the home', 'box.local'],
    ['of the host of a container', 'host.docker.internal'],
    ['for tests', 'gateway.test'],
  ])('are local if they resolve to this machine: %s', async (_what, name) => {
    const addresses = ['127.0.0.1', '::1', ...(ownAddress === undefined ? [] : [ownAddress])];
    expect(await names({ [name]: addresses }).has(name)).toBe(true);
    expect(await names({ [name]: [...addresses, '192.0.2.1'] }).has(name)).toBe(false);
    expect(await names({ [name]: ['192.0.2.1'] }).has(name)).toBe(false);
    expect(await names({ [name]: [] }).has(name)).toBe(false);
    expect(await names({}).has(name)).toBe(false);
  });

  it('are not names of the public DNS, which their owner controls', () => {
    const known = ['evil.example', 'rebind.network', 'local.evil.com', 'localhost.com', 'xlan', 'a.xlan', '127.1'];
    const own = names(Object.fromEntries(known.map((name) => [name, ['127.0.0.1']])));
    expect(known.map((name) => own.has(name))).toEqual([false, false, false, false, expect.any(Promise), false, false]);
    expect(asked).toEqual(['xlan']);
  });

  it.each(['local', 'test', 'lan', 'internal', 'localdomain', 'home.arpa'])(
    'are none of a public name that holds a local one: %s',
    (local) => {
      const own = names({ [`a.${local}.evil.example`]: ['127.0.0.1'], [`a.x${local}`]: ['127.0.0.1'] });
      expect([own.has(`a.${local}.evil.example`), own.has(`a.x${local}`)]).toEqual([false, false]);
      expect(own.has(`a.${local}`)).toBeInstanceOf(Promise);
    },
  );

  it('are looked up once in ten seconds, in upper or lower case', async () => {
    const own = names({ sandbox: ['127.0.0.1'] });
    const [one, other] = [own.has('sandbox'), own.has('SANDBOX.')];
    expect([await one, await other]).toEqual([true, true]);
    nowMs = 9999;
    expect(await own.has('sandbox')).toBe(true);
    expect(asked).toEqual(['sandbox']);
    nowMs = 10_000;
    expect(await own.has('sandbox')).toBe(true);
    expect(asked).toEqual(['sandbox', 'sandbox']);
  });

  it('are cached, at most 64', async () => {
    const all = Array.from({ length: 65 }, (_, index) => `name${index}`);
    const own = names(Object.fromEntries(all.map((name) => [name, ['127.0.0.1']])));
    for (const name of all) expect(await own.has(name)).toBe(true);
    asked = [];
    expect(await own.has('name1')).toBe(true);
    expect(asked).toEqual([]);
    expect(await own.has('name0')).toBe(true);
    expect(asked).toEqual(['name0']);
  });

  it('are refused without a lookup while two others run', async () => {
    const waiting: (() => void)[] = [];
    const lookup = (name: string): Promise<readonly string[]> => {
      asked.push(name);
      return new Promise((resolve) => waiting.push(() => resolve(['127.0.0.1'])));
    };
    const own = new LocalNames([], lookup);
    const [one, two] = [own.has('one'), own.has('two')];
    expect(own.has('three')).toBe(false);
    for (const go of waiting) go();
    expect(await Promise.all([one, two])).toEqual([true, true]);
    const three = own.has('three');
    waiting[2]?.();
    expect(await three).toBe(true);
    expect(asked).toEqual(['one', 'two', 'three']);
  });
});

describe('a lookup that does not end', () => {
  afterEach(() => void vi.useRealTimers());

  it('is refused after two seconds, and counts as running until it ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const own = new LocalNames([], () => new Promise(() => undefined));
    const answers: boolean[] = [];
    for (const name of ['one', 'two']) void Promise.resolve(own.has(name)).then((answer) => answers.push(answer));
    await vi.advanceTimersByTimeAsync(1999);
    expect(answers).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toEqual([false, false]);
    expect(own.has('three')).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect(await names({ one: ['127.0.0.1'] }).has('one')).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
