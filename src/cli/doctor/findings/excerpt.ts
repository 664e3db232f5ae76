import type { SmsServiceError } from '../../../client/index.js';

/** The most characters that are shown of a text from outside, and of an error that holds one. */
const [MAX_SHOWN, MAX_WORDS] = [100, 300];

/** The beginning of a text from outside, in one line and in quotes. */
export function shown(text: string): string {
  return `"${cut(text.replace(/\s+/g, ' ').trim())}"`;
}

/** Returns the message of an error, without the operation: whoever asks about an account has not called any. */
export function messageOf({ message, operation }: SmsServiceError): string {
  const before = `${operation}: `;
  return cut(message.startsWith(before) ? message.slice(before.length) : message, MAX_WORDS);
}

/** The beginning of a text. */
export function cut(text: string, length: number = MAX_SHOWN): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
