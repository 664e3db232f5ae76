import type { MessageKind, StoredMessage } from './message.js';

/** A send to a group or to several numbers. */
export interface BulkSend {
  readonly kind: MessageKind;
  /** As it was submitted, with its placeholders; empty for what has none. */
  readonly text: string;
  /** The place that its numbers come from, in the words of section 6. */
  readonly origin: 'csv' | 'csv_and_text' | 'phonebook';
  /** The name of the group; empty where it has none. */
  readonly group: string;
  readonly sendAtMs: number;
  readonly messages: readonly StoredMessage[];
}
