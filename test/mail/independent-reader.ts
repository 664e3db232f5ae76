import { simpleParser } from 'mailparser';

/** A mail as read by code that is independent of the writer. */
export interface ReadMail {
  readonly login: string;
  readonly digest: string;
  /** The parameters except the message, in their order. */
  readonly parameters: readonly (readonly [string, string])[];
  readonly message: string | undefined;
}

/** Reads a mail with another maker's parser, and its form as the specification says it (section 4.9). */
export async function readIndependently(raw: string | Uint8Array): Promise<ReadMail> {
  const { subject = '', text = '' } = await simpleParser(Buffer.from(raw), { skipTextToHtml: true });
  const at = subject.lastIndexOf('@');
  // The body of a mail is lines: the last of them ends, too.
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const [, head = body, message] = /^((?:(?!message=)[^&]*&)*)message=([\s\S]*)$/.exec(body) ?? [];
  const pairs = head.split('&').filter((pair) => pair !== '');
  return {
    login: subject.slice(0, at),
    digest: subject.slice(at + 1),
    parameters: pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
    message,
  };
}
