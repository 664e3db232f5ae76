import { describe, expect, it } from 'vitest';
import { distrustedError, trustedError } from '../../../src/calls/attempts/failed-attempt.js';
import { gatewayError } from '../../../src/domain/gateway-codes.js';
import { ConnectionError } from '../../../src/errors/errors.js';
import type { Certainty } from '../../../src/transport/transport.js';
import { goodResponse, requestFor } from '../../support/scripted-transport.js';

const SEND = 'soap_SendSms';
const READ = 'soap_CheckPoints';
const tooManyCalls = (): Error => gatewayError(203, '');

/** A certainty with fixed answers, which records its calls. */
class Known implements Certainty {
  readonly requested: string[] = [];
  why: string | undefined;
  readonly #later: string | undefined;

  constructor(why: string | undefined, later: string | undefined = why) {
    this.why = why;
    this.#later = later;
  }

  doubt(outcome: string): string | undefined {
    this.requested.push(outcome);
    return this.why;
  }

  async settled(): Promise<void> {
    this.requested.push('settled');
    this.why = this.#later;
  }

  discard(): void {
    this.requested.push('discard');
  }
}

const taken = (error: unknown, operation: string, certainty: Certainty | undefined): unknown =>
  trustedError(error, requestFor(operation), { ...goodResponse(), certainty });

describe('a refusal', () => {
  it('that may be that of another request is none', () => {
    const error = tooManyCalls();
    const known = new Known('came before its request');
    const doubted = taken(error, SEND, known);
    expect(doubted).toBeInstanceOf(ConnectionError);
    expect(doubted).toMatchObject({ outcome: 'unknown', operation: SEND, cause: error });
    expect((doubted as Error).message).toContain('came before its request');
    expect(known.requested).toEqual(['refused']);
  });
});

describe('a refusal by which a change would go out again', () => {
  it('is one no more where more comes behind it', async () => {
    const known = new Known(undefined, 'has more behind it');
    const error = taken(tooManyCalls(), SEND, known);
    expect(known.requested).toEqual(['refused', 'settled']);
    const doubted = await distrustedError(error, SEND);
    expect(doubted).toBeInstanceOf(ConnectionError);
    expect(doubted).toMatchObject({ outcome: 'unknown', operation: SEND, cause: error });
    expect(doubted?.message).toContain('has more behind it');
    expect(known.requested).toEqual(['refused', 'settled', 'settled', 'refused']);
  });

  it('is no other: not that of a read, and none that is not repeated', async () => {
    for (const [error, operation] of [
      [tooManyCalls(), READ],
      [gatewayError(13, ''), SEND],
    ] as const) {
      const known = new Known(undefined, 'has more behind it');
      expect(await distrustedError(taken(error, operation, known), operation)).toBeUndefined();
      expect(known.requested).toEqual(['refused']);
    }
    expect(await distrustedError(new Error('other'), SEND)).toBeUndefined();
    expect(await distrustedError(undefined, SEND)).toBeUndefined();
  });
});
