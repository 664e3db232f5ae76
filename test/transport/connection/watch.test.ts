import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { untilFree, type Watch, watchResponse } from '../../../src/transport/http/watch.js';

const RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const MORE_THAN_ONE = 'the connection delivered more than one response';
const TOO_EARLY = 'it began before the request was sent';

/** The data that a connection has received. */
interface Brought {
  readonly isKept: boolean;
  /** Whether the request was written before the response, and when it was over. */
  readonly written?: readonly [before: boolean, after: boolean];
  readonly pieces: readonly string[];
}

function watched({ isKept, written: [before, after] = [true, true], pieces }: Brought): {
  readonly watch: Watch;
  readonly socket: PassThrough;
} {
  const socket = new PassThrough();
  let isWritten = before;
  const watch = watchResponse(socket, isKept, () => isWritten);
  for (const piece of pieces) socket.emit('data', Buffer.from(piece));
  isWritten = after;
  watch.finish();
  return { watch, socket };
}

describe('what speaks against believing a response', () => {
  it.each<[string, Brought, string | undefined, string | undefined]>([
    ['nothing', { isKept: true, pieces: [RESPONSE] }, undefined, undefined],
    ['nothing on a new connection', { isKept: false, pieces: [RESPONSE] }, undefined, undefined],
    ['more, on a kept connection', { isKept: true, pieces: [RESPONSE, 'H'] }, MORE_THAN_ONE, MORE_THAN_ONE],
    ['more, on a new connection', { isKept: false, pieces: [`${RESPONSE}H`] }, undefined, MORE_THAN_ONE],
    [
      'a beginning before the request was written, on a kept connection',
      { isKept: true, written: [false, true], pieces: [RESPONSE] },
      TOO_EARLY,
      TOO_EARLY,
    ],
    [
      'the same on a new connection',
      { isKept: false, written: [false, true], pieces: [RESPONSE] },
      undefined,
      undefined,
    ],
    [
      'the same, of a request that was never written',
      { isKept: true, written: [false, false], pieces: [RESPONSE] },
      TOO_EARLY,
      undefined,
    ],
    [
      'an interim response before the request was written',
      { isKept: true, written: [false, false], pieces: ['HTTP/1.1 100 Continue\r\n\r\n'] },
      undefined,
      undefined,
    ],
  ])('%s', (_what, brought, done, refused) => {
    const { watch } = watched(brought);
    expect([watch.doubt('done'), watch.doubt('refused')]).toEqual([done, refused]);
  });
});

describe('a connection', () => {
  it('on which there is more is closed when the response is over, any other is not', () => {
    expect(watched({ isKept: false, pieces: [RESPONSE] }).socket.destroyed).toBe(false);
    expect(watched({ isKept: false, pieces: [RESPONSE, RESPONSE] }).socket.destroyed).toBe(true);
  });

  it.each([
    ['nothing more comes', '', true],
    ['something comes', 'H', false],
  ])('that was held for a call is still waited for when that is over: %s', async (_what, more, isFree) => {
    const socket = new PassThrough();
    const watch = watchResponse(socket, false, () => true, true);
    socket.emit('data', Buffer.from(RESPONSE));
    const free = untilFree(socket);
    const settled = watch.settled();
    watch.over();
    await turn();
    if (more !== '') socket.emit('data', Buffer.from(more));
    else expect(untilFree(socket)).toBeInstanceOf(Promise);
    await settled;
    expect(await free).toBe(isFree);
  });

  it('is not free after unexpected data, which ends the wait', async () => {
    const { watch, socket } = watched({ isKept: true, pieces: [RESPONSE] });
    const settled = watch.settled();
    const free = untilFree(socket);
    socket.emit('data', Buffer.from('\r\n'));
    // A line break may still be the end of the response: it waits on.
    expect(untilFree(socket)).toBeInstanceOf(Promise);
    socket.emit('data', Buffer.from('H'));
    expect(untilFree(socket)).toBeUndefined();
    await settled;
    expect(await free).toBe(false);
    expect(watch.doubt('refused')).toBe(MORE_THAN_ONE);
  });

  it('is not free after it was closed, which ends the wait', async () => {
    const { watch, socket } = watched({ isKept: true, pieces: [RESPONSE] });
    const settled = watch.settled();
    const free = untilFree(socket);
    socket.destroy();
    await turn();
    expect(untilFree(socket)).toBeUndefined();
    await settled;
    expect(await free).toBe(false);
    expect(socket.listenerCount('close')).toBe(0);
  });
});
