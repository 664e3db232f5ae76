import { describe, expect, it } from 'vitest';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';
import { collect, rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';

const OK = '<result>0</result>';
const GIVEN = { url: 'http://gateway.test/soap', credentials: { username: 'alice', password: 'sesame-0001' } };
const SMS = { to: '48500100200', message: 'x' };

/** A client of a gateway that says the same to all. */
function clientOf(operation: string, parts: string, more: Partial<SmsServiceClientOptions> = {}): SmsServiceClient {
  return new SmsServiceClient({ ...GIVEN, transport: fakeTransport(soapResponse(operation, parts)), ...more });
}

type Ask = (client: SmsServiceClient) => Promise<unknown>;

describe('what a response lacks', () => {
  it.each<[string, string, string, string, string, Ask]>([
    ['points', 'xsd:float', 'soap_CheckPoints', 'its points', OK, (client) => client.checkPoints()],
    ['id_group', 'xsd:int', 'soap_AddGroup', 'the id of the group', OK, (client) => client.addGroup({ name: 'x' })],
  ])(
    'is a DecodeError that names it: %s, of %s, in %s without %s',
    async (path, xsdType, operation, _what, parts, ask) => {
      expect(await rejection(ask(clientOf(operation, parts)))).toMatchObject({
        name: 'DecodeError',
        message: expect.stringContaining(`${operation}: ${path}: is missing`),
        path,
        xsdType,
        operation,
      });
    },
  );

  it.each<[string, string, string, Ask]>([
    ['result', 'soap_CheckPoints', '<points>1</points>', (client) => client.checkPoints()],
    ['response.result', 'soap_SendSms', '<response/>', (client) => client.sendSms(SMS)],
    ['response.result', 'soap_SendSms', '', (client) => client.sendSms(SMS)],
    ['Response.result', 'soap_SendMulti', '<Response/>', (client) => client.sendMulti({ to: [SMS.to], message: 'x' })],
    ['result', 'soap_GetNumbers', '<arNumbers/>', (client) => collect(client.streamNumbers(1))],
  ])('is never taken for success: no %s in %s', async (path, operation, parts, ask) => {
    expect(await rejection(ask(clientOf(operation, parts)))).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining(
        `${operation}: ${path}: is missing, so the call cannot be treated as successful`,
      ),
      path,
    });
  });
});

it('where isSuccess fails, the result that it was asked about is named, also in a stream', async () => {
  const isSuccess = (): never => {
    throw new Error('x');
  };
  const client = clientOf('soap_GetNumbers', `${OK}<arNumbers/>`, { isSuccess });
  for (const error of [rejection(client.getNumbers(1)), rejection(collect(client.streamNumbers(1)))]) {
    expect(await error).toMatchObject({
      name: 'DecodeError',
      outcome: 'unknown',
      path: 'result',
      operation: 'soap_GetNumbers',
    });
  }
});
