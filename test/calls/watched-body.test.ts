import { describe, expect, it } from 'vitest';
import { type Arrival, watchedArrival } from '../../src/calls/attempts/response.js';
import { rejection } from '../support/collect.js';
import { arriving } from '../support/scripted-transport.js';

/** An iterator that can be asked on after its end, as a foreign one may be; it cannot be given up. */
function patient(...steps: readonly unknown[]): AsyncIterable<Uint8Array> {
  let at = 0;
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const step = steps[at++];
        if (step instanceof Error) throw step;
        return step === undefined ? { done: true, value: undefined } : { done: false, value: step as Uint8Array };
      },
    }),
  };
}

const begun = ({ body }: Arrival): AsyncIterator<Uint8Array> => body[Symbol.asyncIterator]();

/** Whether a body is over, and how. */
async function stateOf({ over }: Arrival): Promise<unknown> {
  return Promise.race([
    over.then((failure) => failure ?? 'over'),
    new Promise((resolve) => setImmediate(resolve, 'arriving')),
  ]);
}

describe('a body that is read as it arrives', () => {
  it('counts what its reader has been given, and is over at its end', async () => {
    const arrival = watchedArrival(arriving('one', 'three').body);
    const pieces = begun(arrival);
    expect(arrival.bytes).toBe(0);
    await pieces.next();
    expect([arrival.bytes, await stateOf(arrival)]).toEqual([3, 'arriving']);
    await pieces.next();
    expect([arrival.bytes, await stateOf(arrival)]).toEqual([8, 'arriving']);
    expect(await pieces.next()).toMatchObject({ done: true });
    expect([arrival.bytes, await stateOf(arrival)]).toEqual([8, 'over']);
  });

  it('that has failed is over with its first error', async () => {
    const [error, other] = [new Error('lost'), new Error('lost again')];
    const arrival = watchedArrival(patient(error, other));
    const pieces = begun(arrival);
    expect([await rejection(pieces.next()), await rejection(pieces.next())]).toEqual([error, other]);
    await pieces.return?.();
    expect(await arrival.over).toEqual({ error });
  });

  it('that is left is over, and its source is closed', async () => {
    const { body, state } = arriving('one', 'three');
    const arrival = watchedArrival(body);
    const pieces = begun(arrival);
    await pieces.next();
    expect(await pieces.return?.()).toEqual({ done: true, value: undefined });
    expect([state.left, arrival.bytes, await stateOf(arrival)]).toEqual([true, 3, 'over']);
  });
});
