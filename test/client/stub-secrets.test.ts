import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import type { Transport } from '../../src/calls/index.js';
import { rejection } from '../support/collect.js';
import { shownOf } from '../support/echoes.js';
import { fakeTransport } from '../support/fake-transport.js';
import { everythingShown } from '../support/shown.js';

const PASSWORD = 'Zażółć/gęślą"Jaźń\'42';
const credentials = { username: 'alice', password: PASSWORD };
const url = 'http://gateway.test/soap';

const page = (text: string): Transport => fakeTransport({ status: 502, body: Buffer.from(`<html><p>${text}</p>`) });
const FAULT =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault>' +
  '<faultcode>Server</faultcode><faultstring/></e:Fault></e:Body></e:Envelope>';

describe('the stub', () => {
  const echo = `Warning: login(alice, ${PASSWORD}) to 48500129999`;
  const stubOver = (transport: Transport): SmsServiceStub => new SmsServiceStub({ url, transport });

  it('hides the password behind 30,000 numbers', async () => {
    const arTo = Array.from({ length: 30_000 }, (_, index) => String(48_500_100_000 + index));
    const input = { sms_param: { arTo, message: 'x' }, client: credentials };
    const error = await rejection(stubOver(page(echo)).soap_SendMulti(input));
    expect(error).toMatchObject({ excerpt: '<html><p>Warning: login([redacted], [redacted]) to [redacted]</p>' });
  });

  it('shows nothing if there are too many secrets to compare', async () => {
    const arTo = Array.from({ length: 2001 }, () => 'n'.repeat(1000));
    const input = { client: credentials, sms_param: { arTo, message: 'x' } };
    expect(await rejection(stubOver(page(echo)).soap_SendMulti(input))).toMatchObject({ excerpt: '[redacted]' });
    const silent = stubOver(fakeTransport(FAULT));
    const error = await rejection(silent.soap_SendMulti(input));
    expect(error).toMatchObject({ faultCode: '[redacted]', faultString: '' });
  });

  it('hides the sent values, even if the input has changed since', async () => {
    const client = { ...credentials };
    const transport: Transport = {
      send: async (request) => {
        client.password = 'forgotten';
        return page(echo).send(request);
      },
    };
    const error = await rejection(stubOver(transport).soap_CheckPoints({ client }));
    expect(shownOf(PASSWORD, everythingShown(error), [])).toBeUndefined();
  });

  it('leaves numbers that are no text alone, and texts of a list are hidden', async () => {
    const input = { client: credentials, date_from: 1_234_567, date_to: 7_654_321 };
    const error = await rejection(stubOver(page('from 1234567 to 7654321')).soap_GetSmsByDate(input));
    expect(error).toMatchObject({ excerpt: '<html><p>from 1234567 to 7654321</p>' });
    const byIds = stubOver(page('no message with m-0815-4711')).soap_GetSmsByIds({
      client: credentials,
      arIds: ['m-0815-4711', null],
    });
    expect(await rejection(byIds)).toMatchObject({ excerpt: '<html><p>no message with [redacted]</p>' });
  });
});
