import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { SmsService } from '../../generated/service.js';
import { httpTransport } from '../../src/calls/index.js';
import { isSmsServiceError, SoapFaultError } from '../../src/errors/errors.js';
import { caller } from '../../src/soap/caller.js';
import { startRawServer } from '../support/raw-server.js';

interface Case {
  readonly case: string;
  readonly operation: keyof typeof SmsService.operations;
}

const folder = (name: string): URL => new URL(`../corpus/${name}/`, import.meta.url);
const read = (set: string, file: string): Buffer => readFileSync(new URL(file, folder(set)));
const index = (set: string): Case[] => JSON.parse(read(set, 'index.json').toString('utf8'));

const client = { username: 'someone', password: 'not in any response' };

/** Any input that can be written: the recorded response does not depend on it. */
const INPUTS: Record<Case['operation'], object> = {
  soap_GetSenders: { client },
  soap_DelSchSmsById: { client, id: '9' },
  soap_AddNumber: { client, number: {} },
  soap_DelNumber: { client, number: {} },
  soap_AddGroup: { client, group: {} },
  soap_DelGroup: { client, id_group: 1 },
  soap_GetGroups: { client },
  soap_GetNumbers: { client, id_group: 1 },
  soap_GetSmsByDate: { client, date_from: 1, date_to: 2 },
  soap_GetSmsByIds: { client, arIds: [] },
  soap_CheckPoints: { client },
  soap_SendMulti: { client, sms_param: {} },
  soap_SendSms: { client, sms_param: {} },
  soap_SendSmsExt: { client, sms_param: {} },
};

async function responseTo({ operation }: Case, bytes: Uint8Array): Promise<unknown> {
  const server = await startRawServer(bytes);
  const transport = httpTransport({ timeoutMs: 5000 });
  try {
    const call = caller(SmsService, { transport, url: server.url });
    return await call(SmsService.operations[operation] as never, INPUTS[operation]);
  } finally {
    await transport.close?.();
    await server.close();
  }
}

/** The form of `expected.json`: absent, null and (for lists) empty are one; special floats by name. */
function plain(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { $float: Number.isNaN(value) ? 'NaN' : value > 0 ? 'INF' : '-INF' };
  }
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .map(([key, item]) => [key, plain(item)] as const)
    .filter(([, item]) => item !== undefined && item !== null && !(Array.isArray(item) && item.length === 0));
  return Object.fromEntries(kept);
}

function faultOf({ faultCode, faultString, faultActor, detail }: SoapFaultError): unknown {
  return plain({ faultcode: faultCode, faultstring: faultString, faultactor: faultActor, detail });
}

const SETS = ['php', 'nusoap', 'gsoap', 'gsoap-graph', 'perl', 'axis', 'handmade'];

describe.each(SETS)('recorded and awkward responses: %s', (set) => {
  it.each(index(set).map((entry) => [entry.case, entry] as const))('%s', async (name, entry) => {
    const expected = JSON.parse(read(set, `${name}.expected.json`).toString('utf8'));
    const outcome = await responseTo(entry, read(set, `${name}.response.http`)).catch((error: unknown) => error);

    if (!(outcome instanceof Error)) {
      expect(expected).not.toHaveProperty('fault');
      expect(plain(outcome)).toEqual(plain('refuse' in expected ? expected.or : expected));
      return;
    }
    expect(isSmsServiceError(outcome), String(outcome)).toBe(true);
    if (outcome instanceof SoapFaultError) expect(faultOf(outcome)).toEqual(plain(expected.fault));
    else if (entry.case === 'int_big') expect(outcome).toMatchObject({ path: 'result', xsdType: 'xsd:int' });
    else expect(expected, String(outcome)).toHaveProperty('refuse');
  });
});

describe('recorded requests', () => {
  it('are written by the stub with the same parts and values as by PHP', async () => {
    const server = await startRawServer(read('php', 'sendmulti_ok.response.http'));
    const transport = httpTransport();
    const stub = new SmsServiceStub({ transport, url: server.url });
    await stub.soap_SendMulti({
      client: { username: 'alice', password: 'secret-a' },
      sms_param: {
        arTo: ['500100201', '48500100202'],
        from: 'Test',
        message: '[%1%]/[%2%]',
        eco: 0,
        date: 0,
        arParams: [
          ['a', 'b'],
          ['c & <d>', 'ąćęłńóśźż'],
        ],
        arIdx: ['i1', 'i2'],
        single: 0,
        no_unicode: 0,
        datacoding: '',
        id_partner: 0,
        test: 0,
      },
    });
    await transport.close?.();
    await server.close();
    expect(bodyOf(server.requests[0] ?? '')).toEqual(
      bodyOf(read('php', 'sendmulti_ok.request.http').toString('latin1')),
    );
  });
});

/** The elements of the Body as PHP and the stub write them, without declarations of prefixes. */
function bodyOf(request: string): string {
  const [, body = ''] = /<SOAP-ENV:Body>([^]*)<\/SOAP-ENV:Body>/.exec(request) ?? [];
  return body.replaceAll(' xmlns:ns1="urn:sms-service"', '');
}
