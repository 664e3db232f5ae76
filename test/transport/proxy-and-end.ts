/**
 * A program, run by proxy.test.ts: it makes a call through the given proxy and closes nothing. If the idle tunnel keeps
 * it alive, it does not end before the tunnel times out.
 */

import { httpTransport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { pem } from '../support/tls-server.js';

// It runs only while something else keeps the program alive.
setTimeout(() => process.exit(3), 3000).unref();
const proxy = process.argv[2] ?? '';
const client = new SmsServiceClient({
  url: 'https://gateway.test/',
  credentials: { username: 'alice', password: 'sesame-9' },
  transport: httpTransport({ proxy, ca: pem('second-authority'), idleTimeoutMs: 3_600_000 }),
});
console.log(await client.checkPoints());
