import type { MailOrder } from '../../src/mail/index.js';

/** The digest that `md5sum` gives for `correct horse`. */
export const DIGEST = '3cb4e732631f47e6eb961f34554b7cde';

/** An order with all that a mail needs, and secrets that no error may show. */
export const ORDER = {
  gateway: 'sms@gateway.test',
  credentials: { username: 'alice@shop', password: 'correct horse' },
  to: '48500100200',
  message: 'Hi',
} satisfies MailOrder;
