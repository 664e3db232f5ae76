import { inspect } from 'node:util';
import type { SmsServiceEvent } from '../../src/client/index.js';
import { CREDENTIALS, recipient, secretText } from './operations.js';

/** All text that an error can show. */
export function shownBy(error: unknown): string {
  const parts = [String(error), inspect(error, { depth: 10 }), JSON.stringify(error)];
  if (error instanceof Error) parts.push(error.message, error.stack ?? '');
  if (error instanceof Error && error.cause !== undefined) parts.push(shownBy(error.cause));
  return parts.join('\n');
}

/** Which secrets of a call a text shows. */
export function secretsIn(text: string, call: number): readonly string[] {
  const found: string[] = [];
  if (text.includes(CREDENTIALS.password)) found.push('the password');
  // The text may be escaped in one way or another: its word is not.
  if (text.includes(secretText(call).split(' ')[0] ?? '')) found.push('the message text');
  if ([0, 1, 2].some((which) => text.includes(recipient(call, which)))) found.push('a telephone number');
  return found;
}

/** The events and log lines of a client. */
export class Reported {
  readonly events: SmsServiceEvent[] = [];
  readonly lines: string[] = [];
  readonly logger = {
    debug: (line: string): unknown => this.lines.push(line),
    info: (line: string): unknown => this.lines.push(line),
    warn: (line: string): unknown => this.lines.push(line),
  };

  readonly onEvent = (event: SmsServiceEvent): void => {
    this.events.push(event);
  };

  count(type: SmsServiceEvent['type']): number {
    return this.events.filter((event) => event.type === type).length;
  }

  get text(): string {
    return JSON.stringify(this.events) + this.lines.join('\n');
  }
}
