import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { collect, rejection } from '../support/collect.js';
import { fakeTransport } from '../support/fake-transport.js';

const PASSWORD = 'sesame-9';

const enveloped = (body: string): string =>
  '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"' +
  ` xmlns:n="urn:sms-service" xmlns:x="urn:other"><s:Body>${body}</s:Body></s:Envelope>`;

const clientOf = (document: string): SmsServiceClient =>
  new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'alice', password: PASSWORD },
    transport: fakeTransport(document),
    retry: false,
  });

const MAYBE = '; the request may have been carried out';

describe('an unexpected element is named, in a complete and in a streamed response', () => {
  it.each([
    [
      'another wrapper with other parts',
      enveloped('<x:whatever><foo>5</foo><bar/></x:whatever>'),
      'result: is missing, so the call cannot be treated as successful: <whatever> of the namespace urn:other has <foo>',
    ],
    [
      'the right wrapper with another part',
      enveloped('<n:soap_GetNumbersResponse><x:code>good</x:code></n:soap_GetNumbersResponse>'),
      'result: is missing, so the call cannot be treated as successful: <soap_GetNumbersResponse> of the namespace urn:sms-service ' +
        'has <code> of the namespace urn:other',
    ],
    [
      'the right wrapper and nothing in it',
      enveloped('<n:soap_GetNumbersResponse/>'),
      'result: is missing, so the call cannot be treated as successful: <soap_GetNumbersResponse> of the namespace urn:sms-service ' +
        'has no known element',
    ],
    [
      'the request itself',
      enveloped('<n:soap_GetNumbers><id_group>5</id_group></n:soap_GetNumbers>'),
      'result: is missing, so the call cannot be treated as successful: <soap_GetNumbers> of the namespace urn:sms-service ' +
        'has <id_group>',
    ],
    [
      'the wrapper of another operation',
      enveloped('<n:soap_AddGroupResponse><result>0</result></n:soap_AddGroupResponse>'),
      'the response belongs to soap_AddGroup (at byte 230)',
    ],
    [
      'an Envelope of another namespace',
      '<Envelope xmlns="urn:mine"><Body/></Envelope>',
      'an Envelope of an unknown SOAP version: "urn:mine" (at byte 27)',
    ],
  ])('%s', async (_what, document, says) => {
    const client = clientOf(document);
    for (const error of [await rejection(client.getNumbers(5)), await rejection(collect(client.streamNumbers(5)))]) {
      expect(error).toMatchObject({ name: 'DecodeError', outcome: 'unknown', retryable: false });
      expect((error as Error).message).toBe(`soap_GetNumbers: ${says}`);
    }
  });
});

it.each([
  [
    '<x:whatever/>',
    'result: is missing, so the call cannot be treated as successful: <whatever> of the namespace urn:other has no known element',
  ],
  ['<n:soap_GetNumbersResponse/>', 'the response belongs to soap_GetNumbers'],
  [
    '<n:soap_AddGroupResponse><result>0</result><group_id>5</group_id></n:soap_AddGroupResponse>',
    'id_group: is missing: <soap_AddGroupResponse> of the namespace urn:sms-service has <group_id>',
  ],
])('an error about the response to a change says that the change may be done: %j', async (body, says) => {
  const error = await rejection(clientOf(enveloped(body)).addGroup({ name: 'Friends' }));
  expect(error).toMatchObject({ name: 'DecodeError', outcome: 'unknown' });
  expect((error as Error).message.replace(/ \(at byte \d+\)$/, '')).toBe(`soap_AddGroup: ${says}${MAYBE}`);
});
