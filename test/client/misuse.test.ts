import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';

const url = 'http://gateway.test/soap';
const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>1</points>');

describe('a function for credentials', () => {
  it('may fail synchronously, and only the name of its error is shown', async () => {
    const client = new SmsServiceClient({
      url,
      transport: fakeTransport(POINTS),
      credentials: () => {
        throw new TypeError('vault refused sesame-1');
      },
    });
    const error = await rejection(client.checkPoints());
    expect(error).toMatchObject({ name: 'CredentialsError', cause: expect.any(TypeError) });
    expect(inspect(error) + JSON.stringify(error)).not.toContain('sesame-1');
    expect(JSON.stringify(error)).toContain('"cause":{"name":"TypeError"}');
  });
});
