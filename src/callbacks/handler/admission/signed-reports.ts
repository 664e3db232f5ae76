import { createHash } from 'node:crypto';
import { numberKey } from '../../../domain/phone-number.js';
import { idxKey, isIdx } from '../../../domain/sending/limits.js';
import { checkNotifyKey, isSignatureOf, type NotifySignature } from '../../../domain/sending/notify-url.js';
import type { FormFields } from '../../../http-message/form.js';
import { entriesOf, invalid } from '../../../options/check.js';
import type { CallbackEvent, CallbackKind, ReportEvent } from '../../description/events.js';
import type { EventKey } from '../../stores/store.js';

export interface SignatureKeys {
  readonly keys: readonly string[];
  readonly now: () => Date;
}

/** Checks keys. An error does not contain them. */
export function checkNotifyKeys(input: string | readonly string[], path: string): readonly string[] {
  const entries = typeof input === 'string' ? [[path, input] as const] : entriesOf(input, path);
  return entries.length === 0
    ? invalid(path, 'is an empty list')
    : entries.map(([each, key]) => checkNotifyKey(key, each));
}

export function isReport(kind: CallbackKind): kind is ReportEvent['type'] {
  return kind === 'sms-report' || kind === 'mms-report' || kind === 'vms-report';
}

type Signed = Pick<ReportEvent, 'idx' | 'to'>;

export function isSignedFor(
  signature: NotifySignature | undefined,
  events: readonly CallbackEvent[],
  keys: SignatureKeys,
): boolean {
  return events.every(({ type }) => isReport(type)) && isOfAll(signature, events as readonly ReportEvent[], keys);
}

function digestOf(facts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

/**
 * Creates the key of a signed report. A signature does not cover the message id. Without idx and recipient in the key, a
 * forged report with the id of another message would make the report of that message a duplicate.
 */
export function signedKey({ id, sameForMs }: EventKey, { idx, to }: Signed): EventKey {
  const address = [idxKey(idx ?? ''), numberKey(to ?? '')];
  return { id: digestOf([id, ...address]), sameForMs, signedAddress: digestOf(['signed', ...address]) };
}

export function isSignedForFields(
  signature: NotifySignature | undefined,
  fields: FormFields,
  keys: SignatureKeys,
): boolean {
  const valuesOf = (wanted: string): readonly string[] =>
    fields.filter(([name]) => name === wanted).flatMap(([, value]) => value.split(','));
  const [idx = null] = valuesOf('idx');
  const [to = null] = valuesOf('to');
  const all = [...valuesOf('idx').map((one) => ({ idx: one, to })), ...valuesOf('to').map((one) => ({ idx, to: one }))];
  return isOfAll(signature, all, keys);
}

function isOfAll(
  signature: NotifySignature | undefined,
  [first, ...others]: readonly Signed[],
  { keys, now }: SignatureKeys,
): boolean {
  if (signature === undefined || first === undefined) return false;
  const { idx, to } = first;
  if (idx === null || to === null || idx === '' || !isIdx(idx)) return false;
  const isSame = (other: Signed): boolean =>
    idxKey(other.idx ?? '') === idxKey(idx) && (other.to === to || numberKey(other.to ?? '') === numberKey(to));
  return others.every(isSame) && isSignatureOf(signature, { idx, to }, keys, now().getTime());
}
