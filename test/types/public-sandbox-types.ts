/** Compiles only if the types of the embedded gateway accept and refuse the right values. */
import {
  type CallbackHandler,
  createSandbox,
  type SandboxCallbacks,
  type SentCallback,
} from '../../src/sandbox/index.js';

/** Compiles only where both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_is: Same<A, B>): void {}

declare const handler: CallbackHandler;
const account = { username: 'a', password: 'b' };
const sandbox = createSandbox({
  accounts: [
    { ...account, callbacks: 'https://shop.example/' },
    { ...account, callbacks: handler },
    { ...account, callbacks: { all: handler, reports: 'https://shop.example/' } },
  ],
  callbacks: {
    addresses: handler,
    handlers: { 'shop.example': { fetch: () => new Response('OK') } },
    reportsPerCall: 2,
  },
  deliveryScript: ({ kind, to }) => (kind === 'sms' && to === '' ? undefined : [{ status: 'DELIVERED' }]),
  network: () => ({ mcc: '260', mnc: '01', name: 'Plus', portedFrom: null }),
});

same<typeof sandbox.callbacks, SandboxCallbacks>(true);
same<ReturnType<SandboxCallbacks['settle']>, Promise<readonly SentCallback[]>>(true);
same<ReturnType<typeof sandbox.receive>, boolean>(true);
same<ReturnType<typeof sandbox.click>, string | undefined>(true);

sandbox.receive({ replyTo: '1001', text: 'Yes' });
sandbox.receive({ from: '500100200', files: [{ name: 'a.png', bytes: new Uint8Array() }] });
// @ts-expect-error -- an unknown status
createSandbox({ deliveryScript: [{ status: 'GONE' }] });
// @ts-expect-error -- an unknown kind
createSandbox({ accounts: [{ ...account, callbacks: { mail: handler } }] });
