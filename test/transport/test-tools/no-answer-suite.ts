import { expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { rejection } from '../../support/collect.js';
import { soapResponse } from '../../support/fake-transport.js';
import { serve } from '../../support/http-server.js';

const SECRETS = ['sesame-9', 't0ken-of-alice', '48500100200', 'Meet me at the old mill'] as const;
const [password, token, to, message] = SECRETS;

const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>7.25</points>');

/** Makes a change and a read over each client. */
async function failed(origin: string, transport: Transport): Promise<readonly unknown[]> {
  const client = new SmsServiceClient({
    url: `${origin}/soap`,
    credentials: { username: 'alice', password },
    transport,
  });
  const http = new SmsServiceHttpClient({ url: `${origin}/`, token, transport });
  return [
    await rejection(client.checkPoints()),
    await rejection(client.sendSms({ to, message })),
    await rejection(http.profile.get()),
    await rejection(http.sms.send({ to, message })),
  ];
}

/**
 * Tests that a request without an answer of the test tool fails at once, with an error that names the tool and the next
 * action, and shows no part of the request.
 *
 * @param says - how the message goes on behind the name of the operation
 */
export function saysWhoHasNoAnswer(what: string, origin: string, make: () => Transport, says: RegExp): void {
  it(`${what}, over ${new URL(origin).protocol.slice(0, -1)}: the error names the tool`, async () => {
    const transport = make();
    let attempts = 0;
    const counted: Transport = {
      send: (request) => {
        attempts += 1;
        return transport.send(request);
      },
    };
    const errors = await failed(origin, counted);
    expect(attempts).toBe(errors.length);
    for (const error of errors) {
      expect(error).toMatchObject({
        name: 'ConnectionError',
        outcome: 'not-sent',
        retryable: false,
        message: expect.stringMatching(says),
      });
      const { stack, message: text, cause } = error as Error;
      expect(text).toMatch(/; nothing was sent$/);
      const shown = `${stack} ${JSON.stringify(error)} ${(cause as Error | undefined)?.stack}`;
      for (const secret of SECRETS) expect(shown).not.toContain(secret);
    }
    await transport.close?.();
  });
}

/** Holds that a request which a test tool lets through gets the answer of its server. */
export function letsThrough(make: (url: string) => Transport): void {
  it('a request that is let through gets the answer of its server', async () => {
    const { url } = await serve((_request, response) => {
      response.setHeader('content-type', 'text/xml');
      response.end(POINTS);
    });
    const transport = make(url);
    const client = new SmsServiceClient({ url, credentials: { username: 'alice', password }, transport });
    expect(await client.checkPoints()).toBe(7.25);
    await transport.close?.();
  });
}
