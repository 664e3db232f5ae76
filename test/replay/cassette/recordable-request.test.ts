import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recordableRequest } from '../../../src/replay/cassette/recording/recorder.js';
import type { RequestBodySource } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { requestFor } from '../../support/scripted-transport.js';

const MIB = 1024 * 1024;
const ofMiB = (count: number, more: readonly Uint8Array[] = []): RequestBodySource => ({
  async *open() {
    for (let index = 0; index < count; index++) yield Buffer.alloc(MIB);
    yield* more;
  },
});

describe('a streamed request to a cassette', () => {
  it('has the time that remains after its body was read', async () => {
    const body: RequestBodySource = {
      async *open() {
        await sleep(50);
        yield Buffer.alloc(1);
      },
    };
    const { timeoutMs, timeLimit } = await recordableRequest(requestFor('upload', { body, timeoutMs: 30_000 }));
    expect(timeoutMs).toBeLessThan(29_960);
    expect(timeLimit).toMatchObject({ timeoutMs: 30_000 });
    const streams = await recordableRequest(requestFor('upload', { body, timeoutMs: 30_000, streams: true }));
    expect(streams.timeoutMs).toBe(30_000);
  });

  it('has a body of at most 16 MiB', async () => {
    const request = requestFor('upload', { body: ofMiB(16, [Buffer.from('x')]) });
    expect(await rejection(recordableRequest(request))).toMatchObject({
      name: 'RequestBodyError',
      outcome: 'not-sent',
      message:
        'upload: the body of the request has more than 16777216 bytes, which a cassette would hold whole; nothing was sent',
    });
  });
});
