import type { Group } from '../../client/types.js';

/** The name of a group that is made in one account and looked for in another; later gateways take 32 characters. */
const MARK = /^sms-service-mark-[0-9a-f]{12}$/;
const BEGINNING = 'sms-service-mark-';

/** A name that no other group has. */
export function newMark(): string {
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  return BEGINNING + randomBytes(6).toString('hex');
}

/** Tells whether a group is such a mark. One that somebody has put numbers into is a group as others are. */
export function isMark({ name, numberCount }: Group): boolean {
  return MARK.test(name) && (numberCount ?? 0) === 0;
}

/** Tells whether a text is a note that names marks, one a line; the process may have ended before a line was whole. */
export function namesMarks(text: string): boolean {
  return text.startsWith(BEGINNING) || BEGINNING.startsWith(text);
}
