import { describe, expect, it } from 'vitest';
import type { AttemptResult } from '../../src/calls/attempts/interceptor.js';
import { Pipeline } from '../../src/calls/call.js';
import { ConnectionError } from '../../src/errors/errors.js';
import type { Transport } from '../../src/transport/transport.js';
import { rejection } from '../support/collect.js';
import { goodResponse, requestFor } from '../support/scripted-transport.js';

const REQUEST = requestFor('soap_SendSms');
const pipelineOf = (transport: Partial<Transport>): Pipeline =>
  new Pipeline({ send: async () => goodResponse(), ...transport }, []);

describe('a response that was decoded', () => {
  const decode = async (): Promise<AttemptResult<number>> => ({ value: 5, status: 200, bytes: 0 });

  it('may be that of another request, and then counts as none', async () => {
    const requested: string[] = [];
    const certainty = {
      doubt: (says: string) => {
        requested.push(says);
        return 'came before its request';
      },
      settled: async () => undefined,
      discard: () => requested.push('discard'),
    };
    const send = async (): Promise<ReturnType<typeof goodResponse>> => ({ ...goodResponse(), certainty });
    const error = await rejection(pipelineOf({ send }).run(REQUEST, decode));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcome: 'unknown' });
    expect((error as Error).message).toContain('came before its request');
    expect(requested).toEqual(['done', 'discard']);
  });

  it('is returned if the connection has no doubt', async () => {
    expect(await pipelineOf({}).run(REQUEST, decode)).toBe(5);
  });
});
