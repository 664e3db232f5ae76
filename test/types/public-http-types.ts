/**
 * What the compiler must accept and refuse of the HTTP client. This file is not run: `types.test.ts` compiles it, and
 * an expected error that does not come is an error too.
 */
import { type SendResult, SmsServiceHttpClient, text, tokens } from '../../src/http-client/index.js';

const options = { url: 'https://x', token: 'a' };
const current = new SmsServiceHttpClient(options);
const earlier = new SmsServiceHttpClient({ ...options, variant: 'earlier' });
const message = 'x';
const to = '500100200';

// What is sent: recipients in one way, and a text in one.
for await (const { item, ok, message: sent } of current.sms.sendMany({ message }, [{ to, params: ['x'] }])) {
  void [item.to.length, ok, sent?.idx];
}
// @ts-expect-error a group is sent to by sms.send
void current.sms.sendMany({ message, group: 'x' }, []);
// @ts-expect-error one recipient goes with a fallback
void current.sms.sendMany({ message, fallback: 'vms' }, []);
const result: SendResult = await current.sms.send({ to, message });
await current.sms.send({ to: [to], message: text`Hi ${tokens.firstName}`, params: [['a']], idx: ['b'] });
await current.sms.send({ group: 'Friends', template: 'Welcome', once: true }, { timeoutMs: 10 });
// @ts-expect-error: no recipient
await current.sms.send({ message });
// @ts-expect-error: numbers and a group
await current.sms.send({ to, group: 'Friends', message });
// @ts-expect-error: neither text nor template
await current.sms.send({ to });
// @ts-expect-error: text and template
await current.sms.send({ to, message, template: 'Welcome' });
// @ts-expect-error: a name that is not known
await current.sms.send({ to, message, flsh: true });
// @ts-expect-error: a number would lose digits
await current.sms.send({ to: 500100200, message });

// What a variant lacks does not compile.
await current.sms.send({ to, message, fallback: 'vms', timeRestriction: 'follow' });
await earlier.sms.send({ to, message, datacoding: 'bin', udh: '050003' });
// @ts-expect-error: of the earlier variant
await current.sms.send({ to, message, datacoding: 'bin' });
// @ts-expect-error: of the earlier variant
await current.sms.send({ to, message, udh: '050003' });
// @ts-expect-error: of the current variant
await earlier.sms.send({ to, message, timeRestriction: 'follow' });
// @ts-expect-error: of the current variant
await earlier.sms.send({ to, message, fallback: 'vms' });
// @ts-expect-error: another word
await current.sms.send({ to, message, timeRestriction: 'never' });
await earlier.points.get({ details: true });
await earlier.users.edit('shop', { limit: 1 }, { partial: true });
await earlier.senders.list({ withSharedNames: true });
await earlier.hlr.check([to], { idx: 'a' });
// @ts-expect-error: of the earlier variant
await current.points.get();
// @ts-expect-error: of the earlier variant
await current.users.list();
// @ts-expect-error: of the earlier variant
await current.senders.list();
// @ts-expect-error: of the earlier variant
await current.hlr.check(to);
// @ts-expect-error: no variant
console.log(new SmsServiceHttpClient({ ...options, variant: 'next' }));

// What comes back.
for (const { id, points, dateSent, error, alreadyAccepted } of result.messages) {
  const given: readonly [string | null, number | null, Date | null] = [id, points, dateSent];
  const kind: string | undefined = error?.code;
  const before: true | undefined = alreadyAccepted;
  console.log(given, kind, before);
}
// @ts-expect-error: an id may be missing
const id: string = result.messages[0]?.id;
console.log(id);
