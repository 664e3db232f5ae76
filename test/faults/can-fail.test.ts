import { describe, expect, it } from 'vitest';
import { httpTransport, type Transport, type TransportRequest } from '../../src/calls/index.js';
import {
  ConnectionError,
  isSmsServiceError,
  SmsServiceClient,
  type SmsServiceClientOptions,
} from '../../src/client/index.js';
import { bytesOf } from '../support/body-bytes.js';
import { soapResponse } from '../support/fake-transport.js';
import { runLoad } from './load/load.js';
import type { Fault } from './proxy/fault.js';
import { LOST, type Row, wanted } from './rows/row.js';
import { runTable } from './table/table.js';

// A suite that finds nothing wrong has to be able to find something: here it is given libraries that are broken on
// purpose, one in each way that matters.

type Send = (request: TransportRequest, transport: Transport) => ReturnType<Transport['send']>;

/** Creates clients with a broken transport, which they close like their own. */
function brokenBy(send: Send, isClosed = true): (options: SmsServiceClientOptions) => SmsServiceClient {
  return (options) => {
    const transport = httpTransport();
    const client = new SmsServiceClient({ ...options, transport: { send: (request) => send(request, transport) } });
    const close = client.close.bind(client);
    client.close = async (how) => {
      await close(how);
      if (isClosed) await transport.close?.();
    };
    return client;
  };
}

const honest: Send = (request, transport) => transport.send(request);

/** Repeats a request with an unknown outcome. */
const sendsTwice: Send = async (request, transport) => {
  try {
    return await transport.send(request);
  } catch (error) {
    if (isSmsServiceError(error) && error.outcome === 'unknown') return transport.send(request);
    throw error;
  }
};

/** Says of everything that is lost that nothing was sent. */
const saysNotSent: Send = async (request, transport) => {
  try {
    return await transport.send(request);
  } catch {
    throw new ConnectionError('lost', 'not-sent', { operation: request.operation });
  }
};

/** Takes what is lost for a success. */
const saysSuccess: Send = async (request, transport) => {
  try {
    return await transport.send(request);
  } catch {
    const parts =
      '<result>0</result><response><result>0</result><count>1</count><response><item>1</item></response></response>';
    const body = Buffer.from(soapResponse(request.operation, parts));
    return { status: 200, headers: { 'content-type': 'text/xml' }, body };
  }
};

/** Shows in its error what was sent. */
const showsAll: Send = async (request, transport) => {
  try {
    return await transport.send(request);
  } catch {
    const what = bytesOf(request.body).toString('utf8');
    throw new ConnectionError(`lost: ${what}`, 'unknown', { operation: request.operation });
  }
};

/** Never settles a lost request. */
const hangs: Send = async (request, transport) => {
  try {
    return await transport.send(request);
  } catch {
    return new Promise(() => undefined);
  }
};

function rowOf(fault: Fault, times: number, timeoutMs: number | undefined): Row {
  return {
    fault: 'a fault',
    trials: ({ operation }) => [
      { faults: Array.from({ length: times }, () => fault), want: wanted(operation.kind, LOST), timeoutMs },
    ],
  };
}

const ANSWER_LOST: Fault = { cutResponseAt: 0, ending: 'close' };
const REQUEST_LOST: Fault = { cutRequestAt: 10, ending: 'reset' };

async function wrongWith(send: Send, fault: Fault, isClosed = true): Promise<string> {
  const { wrong } = await runTable({
    // A retry hides the wrong outcome that caused it.
    rows: [rowOf(fault, send === saysNotSent ? 3 : 1, send === hangs ? 100 : undefined)],
    isThorough: false,
    clientOf: brokenBy(send, isClosed),
    graceMs: 300,
    print: () => undefined,
  });
  return wrong.join('\n');
}

describe('the table of faults', () => {
  it('finds nothing wrong with a library that is right', async () => {
    expect(await wrongWith(honest, ANSWER_LOST)).toBe('');
  });

  it.each<[string, Send, Fault, string]>([
    ['sends twice what was carried out', sendsTwice, ANSWER_LOST, 'sendSms, call 0 of 1: carried out 2 times'],
    [
      'sends twice what was not carried out',
      sendsTwice,
      REQUEST_LOST,
      'sendSms, call 0 of 1: 2 requests of what changes',
    ],
    ['reports not-sent for a request that arrived', saysNotSent, REQUEST_LOST, 'bytes of it arrived'],
    [
      'reports success for a request that was not carried out',
      saysSuccess,
      REQUEST_LOST,
      'success, but not carried out',
    ],
    [
      'gives a wrong response for a right one',
      saysSuccess,
      ANSWER_LOST,
      'streamNumbers, call 0 of 1: success with a wrong response',
    ],
    ['shows the password', showsAll, ANSWER_LOST, 'sendSms, call 0 of 1: the error shows the password'],
    ['shows the text', showsAll, ANSWER_LOST, 'sendSms, call 0 of 1: the error shows the message text'],
    ['does not settle', hangs, ANSWER_LOST, 'the call did not settle within its time'],
  ])('finds a library that %s', async (_what, send, fault, finding) => {
    expect(await wrongWith(send, fault)).toContain(finding);
  });

  it('finds a library that leaves its connections open', async () => {
    expect(await wrongWith(honest, {}, false)).toContain('a connection was open after close()');
  });
});

describe('the load run', () => {
  const run = (send: Send): ReturnType<typeof runLoad> =>
    runLoad({ calls: 300, seed: 7, faultRate: 0.4, concurrency: 32, graceMs: 2000, clientOf: brokenBy(send) });

  it('finds nothing wrong with a library that is right', async () => {
    const { wrong, twice, untrue } = await run(honest);
    expect({ wrong, twice, untrue }).toEqual({ wrong: [], twice: 0, untrue: 0 });
  });

  it('finds a library that sends twice', async () => {
    expect((await run(sendsTwice)).twice).toBeGreaterThan(0);
  });

  it.each([
    ['reports not-sent for a request that arrived', saysNotSent, /not-sent, but its request arrived/],
    ['reports success for a request that was not carried out', saysSuccess, /success, but carried out 0 times/],
  ])('finds a library that %s', async (_what, send, finding) => {
    expect((await run(send)).wrong.join('\n')).toMatch(finding);
  });
});
