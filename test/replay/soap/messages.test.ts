import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { faultXml, type OutputOf, requestOf, responseXml, type SentRequest } from '../../../src/replay/index.js';
import { bytesOf } from '../../support/body-bytes.js';
import { rejection } from '../../support/collect.js';

const credentials = { username: 'demo', password: 'demo-password' };

/** A client whose requests a function answers. */
function clientOver(answer: (sent: SentRequest) => readonly [status: number, xml: string]): SmsServiceClient {
  const transport: Transport = {
    send: async ({ body = new Uint8Array() }) => {
      const [status, xml] = answer(requestOf(bytesOf(body)));
      return { status, headers: { 'content-type': 'text/xml; charset=utf-8' }, body: Buffer.from(xml) };
    },
  };
  return new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport });
}

describe('handwritten tests', () => {
  it('read a request and write a response', async () => {
    const client = clientOver((sent) => {
      expect(sent).toEqual({
        operation: 'soap_AddNumber',
        input: { client: credentials, number: { number: '48500100200', name: 'Łoś & <Co>', id_group: 7 } },
      });
      return [200, responseXml('soap_AddNumber', { result: 0, description: 'OK' })];
    });
    expect(await client.addNumber({ number: '48500100200', name: 'Łoś & <Co>', groupId: 7 })).toBeUndefined();
  });

  it('write lists, nil and absent fields', async () => {
    const output: OutputOf<'soap_GetGroups'> = {
      result: 0,
      arGroups: [{ id: '7', name: 'Ż', info: null, num_count: 2 }],
    };
    const client = clientOver(() => [200, responseXml('soap_GetGroups', output)]);
    expect(await client.getGroups()).toEqual([{ id: 7, name: 'Ż', info: '', numberCount: 2 }]);
  });

  it('write a Fault', async () => {
    const client = clientOver(() => [500, faultXml({ faultCode: 'Server', faultString: 'Out of <order>' })]);
    expect(await rejection(client.checkPoints())).toMatchObject({
      name: 'SoapFaultError',
      faultCode: 'Server',
      faultString: 'Out of <order>',
    });
  });

  it('get an error that names a part of the wrong type', () => {
    expect(() => responseXml('soap_CheckPoints', { result: 'none' as never })).toThrow(
      expect.objectContaining({ name: 'ValidationError', path: 'result', operation: 'soap_CheckPoints' }),
    );
    expect(() => responseXml('soap_GetGroups', { result: 0, arGroups: [{ id: 7 as never }] })).toThrow(
      expect.objectContaining({ path: 'arGroups[0].id' }),
    );
    expect(() => responseXml('soap_Nothing' as 'soap_GetGroups', {})).toThrow(
      expect.objectContaining({ path: 'operation' }),
    );
  });

  it.each(['', 'hello', '<a/>', faultXml({ faultCode: 'Client', faultString: 'x' })])(
    'reject other texts: %s',
    (body) => {
      expect(() => requestOf(body)).toThrow(expect.objectContaining({ name: 'ValidationError', path: 'body' }));
    },
  );

  it.each([
    ['body', () => requestOf(null as never)],
    ['body', () => requestOf({ envelope: 1 } as never)],
    ['fault', () => faultXml(undefined as never)],
    ['fault.faultCode', () => faultXml({ faultString: 'x' } as never)],
    ['fault.faultString', () => faultXml({ faultCode: 'Client', faultString: 5 as never })],
  ])('get an error that names the invalid value: %s', (where, act) => {
    expect(act).toThrow(expect.objectContaining({ name: 'ValidationError', path: where }));
  });
});
