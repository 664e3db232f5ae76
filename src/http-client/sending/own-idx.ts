import { randomBytes } from 'node:crypto';

const PREFIX = 'once';
const LENGTH = 28;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The most bytes that are whole numbers of digits: others would make some digits come more often. */
const FAIR = 252;

/** Makes an idx that nobody has used: random, of 32 digits and letters. */
export function ownIdx(random: (bytes: number) => Uint8Array = randomBytes): string {
  let text = PREFIX;
  while (text.length < PREFIX.length + LENGTH) {
    for (const byte of random(LENGTH)) {
      if (byte < FAIR && text.length < PREFIX.length + LENGTH) text += DIGITS[byte % DIGITS.length];
    }
  }
  return text;
}

/** Tells whether an idx was made by this library: it is another one each time. */
export function isOwnIdx(idx: string): boolean {
  return /^once[\da-z]{28}$/i.test(idx);
}
