/**
 * Uses of mail that the compiler must accept or refuse. `types.test.ts` compiles this file and does not run it. An
 * expected error that is missing is an error, too.
 */
import type { SendMailOptions } from 'nodemailer';
import { type ComposedMail, composeMail, type MailReport, parseMailReport } from '../../src/mail/index.js';
import { type RunningSandbox, type SandboxMail, startSandbox } from '../../src/sandbox/index.js';

const gateway = 'sms@gateway.test';
const credentials = { username: 'a', password: 'b' };
const to = '500100200';
const message = 'x';

const mail: ComposedMail = composeMail({ gateway, credentials, to, message, mailFrom: 'a@b.c', report: true });
composeMail({ gateway, credentials, group: 'A', template: 'B', transferEncoding: '8bit', passwordHash: 'none' });
composeMail({ gateway, credentials, to: [to], message, variant: 'earlier', datacoding: 'bin', udh: '050003' });
// @ts-expect-error: no recipient
composeMail({ gateway, credentials, message });
// @ts-expect-error: numbers and a group
composeMail({ gateway, credentials, to, group: 'A', message });
// @ts-expect-error: no text
composeMail({ gateway, credentials, to });
// @ts-expect-error: no gateway
composeMail({ credentials, to, message });
// @ts-expect-error: of the earlier variant
composeMail({ gateway, credentials, to, message, udh: '050003' });
// @ts-expect-error: no previous answer exists
composeMail({ gateway, credentials, to, message, details: true });
// @ts-expect-error: another encoding
composeMail({ gateway, credentials, to, message, transferEncoding: '7bit' });

// nodemailer accepts the result.
const { from, to: recipient, subject, text, date, messageId, raw } = mail;
const options: SendMailOptions = { from, to: recipient, subject, text, date, messageId, raw };
// @ts-expect-error: it is read-only
mail.raw = '';

const reports: readonly MailReport[] = parseMailReport('Test:48500100200:OK:1:0.16');
for (const { sender, number, id, points, code } of reports) {
  const given: readonly [string, string, string | undefined, number | undefined, number | undefined] = [
    sender,
    number,
    id,
    points,
    code,
  ];
  console.log(given, options);
}

// The embedded gateway has mail only with the option.
const port: number = (await startSandbox({ mail: {} })).mail.port;
const sandbox: RunningSandbox = await startSandbox({ port });
const found: SandboxMail | undefined = sandbox.mail;
// @ts-expect-error: it may be missing
console.log(sandbox.mail.port, found);
