import { describe, expect, it } from 'vitest';
import { generatedKinds, HOSTILE } from './hostile/kinds.js';
import { HIDDEN, STREAMED, type Way, WHOLE } from './hostile/ways.js';

/** Bytes. Small, because this suite runs often. `npm run test:slow -- fuzz` measures the costs and their growth. */
const BYTES = 64_000;

describe.each<Way>([WHOLE, STREAMED, HIDDEN])('a hostile document, $name, gives a value or a typed error', (way) => {
  const kinds = [...HOSTILE, ...generatedKinds(0, 0)].filter((kind) => way.fits(kind.build(1000)));

  it.each(kinds.map((kind) => [kind.name, kind] as const))('%s', async (_name, kind) => {
    const { operation, text } = kind.build(Math.max(BYTES, kind.minBytes ?? 0));
    // Any other error is thrown.
    expect(await way.decode(Buffer.from(text, 'utf8'), operation, kind)).toMatch(/\w/);
  });
});
