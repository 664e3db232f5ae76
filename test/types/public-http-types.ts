/**
 * Uses of the HTTP client that the compiler must accept or refuse. `types.test.ts` compiles this file and does not run
 * it. An expected error that is missing is an error, too.
 */
import { type SendResult, SmsServiceHttpClient, text, tokens } from '../../src/http-client/index.js';

const options = { url: 'https://x', token: 'a' };
const current = new SmsServiceHttpClient(options);
const earlier = new SmsServiceHttpClient({ ...options, variant: 'earlier' });
const message = 'x';
const to = '500100200';

// One kind of recipients, and one kind of text.
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

// Methods that a variant lacks do not compile.
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

// Results.
for (const { id, points, dateSent, error, alreadyAccepted } of result.messages) {
  const given: readonly [string | null, number | null, Date | null] = [id, points, dateSent];
  const kind: string | undefined = error?.code;
  const before: true | undefined = alreadyAccepted;
  console.log(given, kind, before);
}
// @ts-expect-error: an id may be missing
const id: string = result.messages[0]?.id;
console.log(id);
