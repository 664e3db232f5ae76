/**
 * A program, run by early-responses.test.ts: it sends a large request over the given transport, and closes nothing. If an
 * unread connection keeps it alive, it does not end.
 */
import { Pool } from 'undici';
import { httpTransport, undiciTransport } from '../../src/calls/index.js';

// It runs only while something else keeps the program alive.
setTimeout(() => process.exit(3), 3000).unref();
const [, , kind, url = ''] = process.argv;
const transport = kind === 'undici' ? undiciTransport(new Pool(url)) : httpTransport({ idleTimeoutMs: 3_600_000 });
const { status } = await transport.send({
  url,
  operation: 'soap_SendSms',
  method: 'POST',
  idempotent: false,
  headers: {},
  body: Buffer.alloc(24_000_000, 'x'),
});
console.log(status);
