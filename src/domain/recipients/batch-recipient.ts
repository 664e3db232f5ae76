import { checkNames } from '../../options/table.js';
import { correctNumber } from '../phone-number.js';

/** A recipient of a batch: a number, or a number with its own values. */
export type BatchRecipient =
  | string
  | {
      /** The recipient's number: `48xxxxxxxxx` or `xxxxxxxxx`. */
      readonly to: string;
      /** The values for `[%1%]` to `[%4%]` in the message. */
      readonly params?: readonly string[] | undefined;
      /** Your own value, returned in callbacks: at most 255 digits and letters a–z. */
      readonly idx?: string | undefined;
    };

export interface ChunkRecipient {
  readonly to: string;
  readonly params: readonly string[] | undefined;
  readonly idx: string | undefined;
}

/** Reads a recipient once. @throws ValidationError */
export function chunkRecipient(input: BatchRecipient, operation: string): ChunkRecipient {
  if (typeof input === 'string') return { to: input, params: undefined, idx: undefined };
  const { to, params, idx } = checkNames(input, { to: true, params: true, idx: true }, 'the recipient', operation);
  return { to, params, idx };
}

export function goTogether(one: ChunkRecipient, other: ChunkRecipient): boolean {
  return (
    (one.params === undefined) === (other.params === undefined) && (one.idx === undefined) === (other.idx === undefined)
  );
}

export interface ChunkLists {
  readonly to: readonly string[];
  readonly params?: readonly (readonly string[])[];
  readonly idx?: readonly string[];
}

export function chunkLists(recipients: readonly ChunkRecipient[]): ChunkLists {
  const [first] = recipients;
  return {
    to: recipients.map(({ to }) => to),
    ...(first?.params === undefined ? {} : { params: recipients.map(({ params = [] }) => params) }),
    ...(first?.idx === undefined ? {} : { idx: recipients.map(({ idx = '' }) => idx) }),
  };
}

export function incorrectStatus(number: string): 'invalid' | 'skipped' {
  return correctNumber(number) === undefined ? 'invalid' : 'skipped';
}
