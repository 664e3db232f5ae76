import { checkString, invalid } from '../options/check.js';

/** The characters of RFC 5322 that need no quotes; a name that begins with `-` is an option to programs. */
const LOCAL_PART = /^(?!-)[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;
const DOMAIN = /^(?:[A-Za-z\d](?:[A-Za-z\d.-]{0,251}[A-Za-z\d])?|\[[\dA-Fa-f.:]{2,45}\])$/;

/**
 * Refuses what is no plain mail address of ASCII: a name before it, quotes, and whatever could end a header or a
 * command of SMTP.
 */
export function checkMailAddress(value: unknown, path: string): string {
  const address = checkString(value, path);
  const at = address.lastIndexOf('@');
  const isAddress = at !== -1 && LOCAL_PART.test(address.slice(0, at)) && isDomain(address.slice(at + 1));
  return isAddress ? address : invalid(path, 'is no mail address of plain ASCII: name@domain');
}

function isDomain(domain: string): boolean {
  return DOMAIN.test(domain) && !domain.includes('..');
}
