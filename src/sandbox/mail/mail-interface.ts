import { defaultSender } from '../../domain/sending/limits.js';
import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { Problem } from '../../errors/problem.js';
import { SMS_PARAMETERS } from '../../http-client/description/endpoints/sms.js';
import { type HttpResponse, httpResponse } from '../../local-server/messages.js';
import type { Answer, GatewayInterface, InterfaceCall } from '../core/gateway-interface.js';
import type { GatewayCredentials } from '../gateway/gateway.js';
import type { SendReceipt } from '../gateway/sending/accept.js';
import { sendSms } from '../gateway/sending/send-sms.js';
import { type RejectedNumber, refuse } from '../gateway/store/refusal.js';
import { readValues } from '../http/operation.js';
import { smsOrder } from '../http/orders.js';
import { type MailForm, readMail, readMailForm } from './read-mail.js';

const MAIL = 'mail';

export function mailInterface(address: string): GatewayInterface {
  return {
    name: 'mail',
    operations: [MAIL],
    help: () => `Send mail to ${address} by SMTP, to the mail port.`,
    routes: () => [],
  };
}

export type MailOutcome =
  | {
      readonly kind: 'taken';
      readonly report: string | undefined;
      readonly delayMs: number;
      readonly ended: AbortSignal | undefined;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'dropped' };

/**
 * Processes a mail: executes the send and writes the report, also for a refused send.
 *
 * @throws UnusableOption if the clock or `nextId` fails; nothing is sent then
 */
export async function takeMail(
  raw: Uint8Array,
  peer: string,
  answer: Answer,
  variant: InterfaceVariant | undefined,
): Promise<MailOutcome> {
  let subject: string;
  let form: MailForm;
  try {
    const mail = await readMail(raw);
    form = readMailForm(mail.body, mail.charset);
    ({ subject } = mail);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { kind: 'refused', reason: problem.message };
  }
  const call = callOf(form, credentialsOf(subject), peer, variant);
  const reaction = answer(call);
  if (reaction.kind !== 'response') return { kind: 'dropped' };
  const wantsReport = !/^(?:0|false|)$/i.test(form.fields.get(REPORT)?.trim() ?? '');
  return {
    kind: 'taken',
    report: wantsReport ? textOf(reaction.response) : undefined,
    delayMs: reaction.delayMs,
    ended: reaction.ended,
  };
}

const REPORT = 'raport';

function callOf(
  { fields, unreadable }: MailForm,
  credentials: GatewayCredentials,
  address: string,
  variant: InterfaceVariant | undefined,
): InterfaceCall {
  const input = fields.get('from')?.trim();
  const to = (fields.get('to') ?? '').split(',');
  return {
    operation: MAIL,
    credentials,
    address,
    carryOut: (call) => {
      if (unreadable !== undefined) refuse(unreadable);
      const order = smsOrder(readValues(SMS_PARAMETERS, fields, call.settings.variant), { fields, files: new Map() });
      const receipt = sendSms(call, order);
      return reported(reportOf(receipt, call.account.sender(order.from ?? '', call.settings.variant)));
    },
    refuse: (code, _description, numbers = []) =>
      reported(refusalReport(code, senderName(input, variant), to, numbers)),
  };
}

function reported(text: string): HttpResponse {
  return httpResponse(200, 'text/plain; charset=us-ascii', text);
}

function textOf({ body }: HttpResponse): string {
  return Buffer.from(body).toString('utf8');
}

const DIGEST = /^[\da-f]{32}$/i;

function credentialsOf(subject: string): GatewayCredentials {
  const at = subject.lastIndexOf('@');
  const digest = subject.slice(at + 1).trim();
  const isDigest = at !== -1 && DIGEST.test(digest);
  return { username: isDigest ? subject.slice(0, at).trim() : '', passwordDigest: isDigest ? digest : undefined };
}

const SENDER = /^[A-Za-z\d. -]{1,11}$/;

function reportOf({ messages, fallbacks, invalidNumbers }: SendReceipt, sender: string): string {
  const name = shownSender(sender);
  return [
    ...[...messages, ...fallbacks].map(({ to, id, points }) => `${name}:${to}:OK:${id}:${points}`),
    ...invalidNumbers.map(({ number, code }) => errorLine(name, number, code)),
  ].join('\n');
}

function refusalReport(
  code: number,
  sender: string,
  to: readonly string[],
  numbers: readonly RejectedNumber[],
): string {
  const name = shownSender(sender);
  if (numbers.length > 0) return numbers.map((one) => errorLine(name, one.number, one.code)).join('\n');
  const submitted = new Set(to.slice(0, MAX_LINES).map(digitsOf));
  return [...submitted].map((number) => errorLine(name, number, code)).join('\n');
}

function senderName(from: string | undefined, variant: InterfaceVariant | undefined): string {
  return from === undefined || from === '' ? defaultSender(variant) : from;
}

function errorLine(sender: string, number: string, code: number): string {
  return `${sender}:${digitsOf(number)}:ERROR:${code}`;
}

function digitsOf(number: string): string {
  return number.replace(/\D/g, '').slice(0, MAX_DIGITS);
}

const MAX_DIGITS = 20;

const MAX_LINES = 20_000;

function shownSender(sender: string): string {
  return SENDER.test(sender) ? sender : '';
}
