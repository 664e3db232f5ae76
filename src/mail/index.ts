/**
 * Mail-to-SMS (specification section 4.9): compose the mail and parse the report that the gateway sends back.
 *
 * @module
 */
export type { InterfaceVariant } from '../domain/sending/message-parts.js';
export { ValidationError } from '../errors/errors.js';
export { IncomingError, type IncomingErrorCode, MailReportError } from '../errors/incoming-error.js';
export type { SmsRules } from '../http-client/description/rules.js';
export { composeMail, type MailOrder } from './compose-mail.js';
export { ComposedMail, type MailEnvelope } from './composed-mail.js';
export type { TransferEncoding } from './form-text.js';
export type { MailCredentials, MailOptions } from './mail-options.js';
export { type MailReport, parseMailReport } from './parse-report.js';
