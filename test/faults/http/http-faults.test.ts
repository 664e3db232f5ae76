import { describe, expect, it } from 'vitest';
import { runHttpSends } from './run.js';

const RUN = { sends: 200, seed: 20261123, concurrency: 16, faultRate: 0.3, once: true };

describe('sends over two addresses that fail', () => {
  it('are accepted exactly once, each of them', async () => {
    const { wrong, twice, untrue, foreign, requests, faults, ends } = await runHttpSends(RUN);
    expect(wrong).toEqual([]);
    expect({ twice, untrue, foreign }).toEqual({ twice: 0, untrue: 0, foreign: 0 });
    for (const name of ['repeated by a proxy', 'response of another request'])
      expect(faults.get(name)).toBeGreaterThan(0);
    expect(requests).toBeGreaterThan(RUN.sends);
    expect(ends).toEqual(new Map([['success', RUN.sends]]));
  });

  it('are seen to be accepted twice by a gateway that does not hear of check_idx', async () => {
    const { wrong, twice } = await runHttpSends({ ...RUN, isDeaf: true });
    expect(twice).toBeGreaterThan(0);
    expect(wrong.length).toBeGreaterThan(0);
  });
});
