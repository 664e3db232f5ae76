import { describe, expect, it } from 'vitest';
import { HONEST_BODY, HOSTILE_BODIES } from './callbacks/hostile-bodies.js';
import { readHostile } from './callbacks/read-body.js';

/** Bytes. Small, because this suite runs often. `npm run test:slow -- fuzz` measures the costs and their growth. */
const BYTES = 64_000;

describe('a hostile callback gives events or a typed error', () => {
  it.each([HONEST_BODY, ...HOSTILE_BODIES].map((kind) => [kind.name, kind] as const))('%s', async (_name, kind) => {
    // Any other error is thrown.
    expect(await readHostile(kind, Buffer.from(kind.build(BYTES), 'latin1'))).toMatch(/\w/);
  });
});
