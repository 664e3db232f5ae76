import type { CallbackFile, CallbackKind } from '../../callbacks/description/events.js';
import { CALLBACKS } from '../../callbacks/description/kinds.js';
import type { CallbackEvent } from '../../callbacks/index.js';
import { redactNumbers } from '../../redact/redact.js';
import { coveredNumber, moment, printable, thousands } from '../output/text.js';

export type ShownEvent = Readonly<Record<string, unknown>> & { readonly type: CallbackKind };

const HIDDEN = '…';

export function shownEvent(event: CallbackEvent, isPrivateShown: boolean): ShownEvent {
  const { fields } = CALLBACKS[event.type];
  const values = Object.entries(event).map(([name, value]: [string, unknown]) => {
    if (name === 'files')
      return [name, (value as readonly CallbackFile[]).map((file) => shownFile(file, isPrivateShown))];
    if (isPrivateShown) return [name, value];
    if (name === 'unknownFields') return [name, withoutValues(value as CallbackEvent['unknownFields'])];
    if (typeof value !== 'string') return [name, value];
    const privacy = Object.hasOwn(fields, name) ? fields[name]?.privacy : undefined;
    if (privacy === 'text') return [name, `[${thousands(value.length)} characters]`];
    if (privacy === 'number') return [name, coveredNumber(value)];
    return [name, name === 'ip' ? HIDDEN : redactNumbers(value)];
  });
  return { ...Object.fromEntries(values), type: event.type };
}

/** Returns an event as a line: kind, id, status, and the other fields as `name=value`. */
export function lineOf(event: ShownEvent): string {
  const { type, messageId, lookupId, status, statusName, isFinal, unknownFields, ...others } = event;
  const id = messageId ?? lookupId ?? '–';
  const named = typeof statusName === 'string' && statusName !== status ? [word(statusName)] : [];
  const state = status === undefined ? [] : [...named, word(status), ...(isFinal === true ? ['final'] : [])];
  const fields = Object.entries({ ...others, ...(unknownFields as object) })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${word(name)}=${word(value)}`);
  return [type, word(id), ...state, ...fields].join('  ');
}

function withoutValues(fields: CallbackEvent['unknownFields']): CallbackEvent['unknownFields'] {
  return Object.fromEntries(Object.keys(fields).map((name) => [redactNumbers(name), HIDDEN]));
}

function shownFile({ name, type, size }: CallbackFile, isPrivateShown: boolean): unknown {
  return { name: isPrivateShown ? name : redactNumbers(name), type, size };
}

function word(value: unknown): string {
  if (value instanceof Date) return moment(value).replace(' ', 'T');
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(typeof value === 'string' && !/^[^\s"=]+$/.test(text) ? JSON.stringify(text) : text);
}
