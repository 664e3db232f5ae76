import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import {
  ConnectionError,
  isSmsServiceError,
  SmsServiceClient,
  type SmsServiceClientOptions,
  type Transport,
} from '../../src/client/index.js';
import { withCallersStack } from '../../src/errors/callers-stack.js';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { fakeTransport } from '../support/fake-transport.js';

const credentials = { username: 'demo', password: 'demo-password' };
const url = 'http://gateway.test/';

function clientOf(options: Partial<SmsServiceClientOptions> = {}): SmsServiceClient {
  return new SmsServiceClient({ url, credentials, transport: createSandbox().transport(), ...options });
}

/** The call site: the first line of the stack of the error. */
async function firstLine(theCaller: () => Promise<unknown>): Promise<string> {
  const theCallersOwn = async (): Promise<unknown> => {
    const result = await theCaller();
    return result;
  };
  try {
    await theCallersOwn();
  } catch (error) {
    if (!isSmsServiceError(error)) throw error;
    const [line = ''] = (error.stack ?? '').split('\n    at ').slice(1);
    return `${error.name} ${line}`;
  }
  throw new Error('nothing was refused');
}

const down: Transport = { send: () => Promise.reject(new ConnectionError('refused', 'not-sent')) };

describe('the stack of an error begins where the method was called', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['a value that is refused', 'ValidationError', async () => await clientOf().addGroup({ name: 7 as never })],
    [
      'credentials that are refused',
      'AuthenticationError',
      async () => await clientOf({ credentials: { username: 'demo', password: 'wrong' } }).checkPoints(),
    ],
    [
      'retries',
      'ConnectionError',
      async () => await clientOf({ transport: down, retry: { attempts: 2, baseDelayMs: 1 } }).checkPoints(),
    ],
    [
      'sockets',
      'ConnectionError',
      async () => {
        const client = new SmsServiceClient({ url: 'http://127.0.0.1:1/', credentials, retry: false });
        return await client.checkPoints();
      },
    ],
    [
      'a stream',
      'NotFoundError',
      async () => {
        for await (const _ of clientOf().streamNumbers(99)) expect.unreachable();
      },
    ],
    [
      'HTTP',
      'AuthenticationError',
      async () =>
        await new SmsServiceHttpClient({ url, token: 'x', transport: createSandbox().transport() }).profile.get(),
    ],
    [
      'the stub',
      'HttpStatusError',
      async () =>
        await new SmsServiceStub({ url, transport: fakeTransport({ status: 404 }) }).soap_CheckPoints({
          client: credentials,
        }),
    ],
    [
      'a cassette',
      'ReplayMissError',
      async () => {
        const folder = mkdtempSync(path.join(tmpdir(), 'callers-stack-'));
        onTestFinished(() => rmSync(folder, { recursive: true }));
        return await clientOf({ transport: cassette(path.join(folder, 'none.har'), { mode: 'replay' }) }).checkPoints();
      },
    ],
  ])('%s', async (_what, name, call) => {
    expect(await firstLine(call)).toMatch(new RegExp(`^${name} .*callers-stack\\.test\\.ts:\\d+:\\d+`));
  });

  it('also for a call that waited for its turn behind another', async () => {
    const client = clientOf({ maxConcurrency: 1 });
    const others = Promise.all([client.checkPoints(), client.checkPoints()]);
    expect(await firstLine(async () => await client.getNumbers(99))).toMatch(
      /^NotFoundError .*callers-stack\.test\.ts/,
    );
    await others;
  });
});

describe('a function that leads home', () => {
  it('keeps the stack where nobody waits for the call', async () => {
    const error = new ConnectionError('refused', 'not-sent');
    const { stack } = error;
    const reported = await new Promise((resolve) => {
      const call = withCallersStack(() => Promise.reject(error))() as Promise<unknown>;
      // Not awaited by a function: there is no frame that it could begin at.
      setImmediate(() => call.catch(() => undefined));
      call.then(undefined, (failure: Error) => resolve(failure.stack));
    });
    expect(reported).toBe(stack);
  });
});
