import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { SmsService } from '../../generated/service.js';
import { httpTransport, type Transport } from '../../src/calls/index.js';
import * as values from './any-value.js';
import type { OperationName } from './cases/scenario.js';
import type { RunningServer } from './peers/peer.js';
import { startPhpScript } from './peers/php-process.js';

/** Calls of each operation in each direction. What fails is printed with its seed, made as small as it can be. */
const RUNS = { numRuns: 100 };

let server: RunningServer;
let transport: Transport;
let stub: SmsServiceStub;

beforeAll(async () => {
  server = await startPhpScript('php-echo-server.php');
  transport = httpTransport();
  stub = new SmsServiceStub({ transport, url: server.url });
});

afterAll(async () => {
  await transport?.close?.();
  await server?.stop();
});

type Parts = Readonly<Record<string, unknown>>;

function call(operation: OperationName, input: object): Promise<Parts> {
  const method: (input: never) => Promise<object> = stub[operation];
  return method.call(stub, input as never) as Promise<Parts>;
}

/** A value as `php-echo-server.php` tells it, its texts changed on the way. */
function told(value: unknown, changed: (text: string) => string = String, isFloat = false): unknown {
  if (value === null) return null;
  if (typeof value === 'string') return { s: Buffer.from(changed(value), 'utf8').toString('base64') };
  if (typeof value === 'number') return isFloat ? { f: bytesOf(value) } : { i: value };
  if (Array.isArray(value)) return { a: value.map((item) => told(item, changed)) };
  const fields = Object.entries(value as object).filter(([, field]) => field !== undefined);
  return { o: Object.fromEntries(fields.map(([name, field]) => [name, told(field, changed, name === 'points')])) };
}

function bytesOf(float: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(float);
  return bytes.toString('hex');
}

/** The one thing that PHP does not read: libxml2 drops a text of white space alone, if a carriage return is in it. */
function asPhpReads(text: string): string {
  return /^[ \t\r\n]*$/.test(text) && text.includes('\r') ? '' : text;
}

const { client, text, int, float } = values;
const inputs: { readonly [K in OperationName]: Arbitrary<Parameters<SmsServiceStub[K]>[0]> } = {
  soap_GetSenders: fc.record({ client }),
  soap_DelSchSmsById: fc.record({ client, id: fc.option(text) }),
  soap_AddNumber: fc.record({ client, number: fc.option(values.number) }),
  soap_DelNumber: fc.record({ client, number: fc.option(values.number) }),
  soap_AddGroup: fc.record({ client, group: fc.option(values.group) }),
  soap_DelGroup: fc.record({ client, id_group: fc.option(int) }),
  soap_GetGroups: fc.record({ client }),
  soap_GetNumbers: fc.record({ client, id_group: fc.option(int) }),
  soap_GetSmsByDate: fc.record({ client, date_from: fc.option(int), date_to: fc.option(int) }),
  soap_GetSmsByIds: fc.record({ client, arIds: fc.option(values.texts) }),
  soap_CheckPoints: fc.record({ client }),
  soap_SendMulti: fc.record({ client, sms_param: fc.option(values.smsMultiParam) }),
  soap_SendSms: fc.record({ client, sms_param: fc.option(values.smsParam) }),
  soap_SendSmsExt: fc.record({ client, sms_param: fc.option(values.smsParamExt) }),
};

/** What PHP decoded of a call. */
async function seenByPhp(operation: OperationName, input: object): Promise<unknown> {
  const output = await call(operation, input);
  const { description } = (output.response ?? output.Response ?? output) as { readonly description: string };
  return JSON.parse(description);
}

describe('any value that the stub sends is decoded by PHP SoapServer to just that value', () => {
  it.each(Object.entries(inputs))('%s', async (operation, input) => {
    await fc.assert(
      fc.asyncProperty(input as Arbitrary<object>, async (parts) => {
        const seen = await seenByPhp(operation as OperationName, parts);
        expect(seen).toEqual(told(Object.values(parts), asPhpReads));
      }),
      RUNS,
    );
  });
});

const verdict = { result: fc.option(int), description: fc.option(text) };
const outputs: { readonly [K in OperationName]: Arbitrary<Awaited<ReturnType<SmsServiceStub[K]>>> } = {
  soap_GetSenders: fc.record({ ...verdict, arSenders: values.texts }),
  soap_DelSchSmsById: fc.record(verdict, { requiredKeys: [] }),
  soap_AddNumber: fc.record(verdict, { requiredKeys: [] }),
  soap_DelNumber: fc.record(verdict, { requiredKeys: [] }),
  soap_AddGroup: fc.record({ ...verdict, id_group: fc.option(int) }, { requiredKeys: [] }),
  soap_DelGroup: fc.record({ ...verdict, num_count: fc.option(int) }, { requiredKeys: [] }),
  soap_GetGroups: fc.record({ ...verdict, arGroups: values.groups }),
  soap_GetNumbers: fc.record({ ...verdict, arNumbers: values.numbers }),
  soap_GetSmsByDate: fc.record({ ...verdict, arSms: values.messages }),
  soap_GetSmsByIds: fc.record({ ...verdict, arSms: values.messages }),
  soap_CheckPoints: fc.record({ ...verdict, points: fc.option(float) }, { requiredKeys: [] }),
  soap_SendMulti: fc.record({ Response: values.response }),
  soap_SendSms: fc.record({ response: values.response }),
  soap_SendSmsExt: fc.record({ response: values.response }),
};

/** What the stub decodes when PHP is told to answer with a value. */
function givenByPhp(operation: OperationName, output: Parts): Promise<Parts> {
  // PHP takes an only part by itself.
  const value = operation.startsWith('soap_Send') ? Object.values(output)[0] : output;
  const unused = Object.keys(SmsService.operations[operation].input.fields.blank()).map((part) => [part, null]);
  return call(operation, {
    ...Object.fromEntries(unused),
    client: { username: 'give', password: JSON.stringify(told(value)) },
  });
}

/** The output in the form of the stub, where a list of a struct is never absent or nil. */
function withLists(output: Parts): Parts {
  return Object.fromEntries(
    Object.entries(output).map(([part, value]) =>
      /^response$/i.test(part)
        ? [part, { ...(value as Parts), response: (value as Parts).response ?? [] }]
        : [part, value],
    ),
  );
}

describe('any value that PHP SoapServer sends is decoded by the stub to just that value', () => {
  it.each(Object.entries(outputs))('%s', async (operation, output) => {
    await fc.assert(
      fc.asyncProperty(output as Arbitrary<Parts>, async (parts) => {
        expect(await givenByPhp(operation as OperationName, parts)).toEqual(withLists(parts));
      }),
      RUNS,
    );
  });
});

describe('what PHP changes of a value', () => {
  it.each(['\r', '\r\n', ' \t\r\n '])(
    'white space alone with a carriage return is nothing to it: %j',
    async (blank) => {
      const seen = await seenByPhp('soap_DelSchSmsById', { client: { username: 'a', password: 'b' }, id: blank });
      expect(seen).toEqual(told([{ username: 'a', password: 'b' }, '']));
      expect(await givenByPhp('soap_DelSchSmsById', { description: blank })).toEqual({ description: blank });
    },
  );

  it('not a number is "NAN" in its hand, and is read as what it means', async () => {
    expect(await givenByPhp('soap_CheckPoints', { points: Number.NaN })).toMatchObject({ points: Number.NaN });
  });
});
