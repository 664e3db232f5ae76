import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { Problem } from '../../errors/problem.js';
import { SMS_PARAMETERS } from '../../http-client/description/endpoints/sms.js';
import { type HttpResponse, httpResponse } from '../../local-server/messages.js';
import type { Answer, Face, FaceCall } from '../faces/face.js';
import type { GatewayCredentials } from '../gateway/gateway.js';
import { sendSms } from '../gateway/operations/sending/send-sms.js';
import { refuse } from '../gateway/refusal/refusal.js';
import { readValues } from '../http/operation.js';
import { smsOrder } from '../http/orders.js';
import { type MailForm, readMailForm } from './read-form.js';
import { readMail } from './read-mail.js';
import { refusalReport, reportOf, senderName } from './report.js';

/** The only operation by mail, by which failures are ordered and calls are counted. */
const MAIL = 'mail';

/** Makes the face that takes mail (specification section 4.9). It has no path: mail comes to a server of its own. */
export function mailFace(address: string): Face {
  return {
    name: 'mail',
    operations: [MAIL],
    help: () => `Mail to ${address} is taken by SMTP, at a port of its own.`,
    routes: () => [],
  };
}

/** What becomes of a mail. */
export type MailOutcome =
  /** `report` is its text, where one was asked for; it is answered `delayMs` later. */
  | {
      readonly kind: 'taken';
      readonly report: string | undefined;
      readonly delayMs: number;
      readonly ended: AbortSignal | undefined;
    }
  /** It is no mail in the form, in words. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The connection is lost, by order. */
  | { readonly kind: 'dropped' };

/**
 * Takes a mail: has what it asks for carried out, whatever comes of it, and writes the report.
 *
 * @param peer - the address that it came from
 * @throws UnusableOption when the clock or the source of ids of the gateway fails; nothing is sent then
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

/** The text of a report stands where other interfaces have the body of a response. */
function callOf(
  { fields, unreadable }: MailForm,
  credentials: GatewayCredentials,
  address: string,
  variant: InterfaceVariant | undefined,
): FaceCall {
  const given = fields.get('from')?.trim();
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
      reported(refusalReport(code, senderName(given, variant), to, numbers)),
  };
}

function reported(text: string): HttpResponse {
  return httpResponse(200, 'text/plain; charset=us-ascii', text);
}

function textOf({ body }: HttpResponse): string {
  return Buffer.from(body).toString('utf8');
}

const DIGEST = /^[\da-f]{32}$/i;

/** A subject that is none has credentials that nobody has. */
function credentialsOf(subject: string): GatewayCredentials {
  const at = subject.lastIndexOf('@');
  const digest = subject.slice(at + 1).trim();
  const isDigest = at !== -1 && DIGEST.test(digest);
  return { username: isDigest ? subject.slice(0, at).trim() : '', passwordDigest: isDigest ? digest : undefined };
}
