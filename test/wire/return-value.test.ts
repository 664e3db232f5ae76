import { describe, expect, it } from 'vitest';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { clientFor, envelopeOf, numbersResponse, WAYS } from './responses.js';

const LIST = '<arNumbers><i><number>1</number></i></arNumbers>';
const sms = { to: '48500100200', message: 'Hi' };

// SOAP 1.1, 7.1: "The name of the return value accessor is not significant. Likewise, the name of the struct is not
// significant", and it is the first child of the struct.
describe.each(WAYS)('the first part under another name, read %s', (_way, read) => {
  it.each([
    ['as SOAP::Lite names it', `<s-gensym3 xsi:type="xsd:int">0</s-gensym3>${LIST}`],
    ['with other parts around', `<return>0</return><description>OK</description>${LIST}<x/>`],
  ])('is the first part: %s', async (_name, parts) => {
    expect(await read(clientFor(numbersResponse(parts)))).toHaveLength(1);
  });

  it('is not accepted if the wrapper also has another name', async () => {
    for (const parts of [`<a>0</a>${LIST}`, '<a>0</a>']) {
      const foreign = envelopeOf(`<n:soap_NoSuchThingResponse xmlns:n="urn:n">${parts}</n:soap_NoSuchThingResponse>`);
      expect(await rejection(read(clientFor(foreign)))).toMatchObject({ name: 'DecodeError', outcome: 'unknown' });
    }
    const named = envelopeOf(`<n:Whatever xmlns:n="urn:n"><result>0</result>${LIST}</n:Whatever>`);
    expect(await read(clientFor(named))).toHaveLength(1);
  });
  it('reports a refusal of the gateway', async () => {
    const refused = numbersResponse(`<return>40</return>${LIST}<description>No group</description>`);
    expect(await rejection(read(clientFor(refused)))).toMatchObject({ name: 'NotFoundError', result: 40 });
  });

  it('is ignored if a part has the right name, at any position', async () => {
    for (const parts of [`<x>7</x><result>0</result>${LIST}`, `<x>7</x>${LIST}<result>0</result>`]) {
      expect(await read(clientFor(numbersResponse(parts)))).toHaveLength(1);
    }
    expect(await rejection(read(clientFor(numbersResponse(`<x>0</x>${LIST}<result>40</result>`))))).toMatchObject({
      name: 'NotFoundError',
    });
  });

  it.each([
    ['not the first child', `<description>OK</description><return>0</return>${LIST}`],
    ['no int', `<return>OK</return>${LIST}`],
    ['empty', `<return/>${LIST}`],
    ['nil', `<return xsi:nil="1"/>${LIST}`],
    ['a struct that holds an int', `<return><result>0</result></return>${LIST}`],
  ])('is missing if the part is %s', async (_name, parts) => {
    expect(await rejection(read(clientFor(numbersResponse(parts))))).toMatchObject({
      name: 'DecodeError',
      path: 'result',
      outcome: 'unknown',
    });
  });
});

describe('the response to a send under another name', () => {
  const FIELDS = '<result>0</result><response><item>OK:1:0.16</item></response><count>1</count><points>0.16</points>';

  it('is the response where all its fields are those of the response', async () => {
    const response = soapResponse('soap_SendSms', `<s-gensym3>${FIELDS}</s-gensym3>`);
    expect(await clientFor(response).sendSms(sms)).toMatchObject({ count: 1, messages: [{ id: '1' }] });
    const multi = soapResponse('soap_SendMulti', `<s-gensym3>${FIELDS}</s-gensym3>`);
    expect(await clientFor(multi).sendMulti({ to: [sms.to], message: 'Hi' })).toMatchObject({ count: 1 });
  });

  it.each([
    ['has a field that is none of the response', `<debug><result>0</result><step>5</step></debug>`],
    ['has no fields', '<debug/>'],
    ['is a text', '<debug>0</debug>'],
    ['holds the response deeper inside', `<debug><response>${FIELDS}</response></debug>`],
    ['has a result that is none', '<debug><result>OK</result></debug>'],
  ])('is missing if the part %s', async (_name, parts) => {
    expect(await rejection(clientFor(soapResponse('soap_SendSms', parts)).sendSms(sms))).toMatchObject({
      name: 'DecodeError',
      path: 'response.result',
      outcome: 'unknown',
    });
  });
});
