import { readFileSync } from 'node:fs';
import type { CallbackEvent, CallbackFile, CallbackKind } from '../../callbacks/description/events.js';
import type { CallbackField } from '../../callbacks/description/field.js';
import { CALLBACKS } from '../../callbacks/description/kinds.js';
import { type FieldKind, kindLookup } from '../privacy/clean-text.js';

export type RecordedEvent = Readonly<Record<string, unknown>>;

interface RecordedFile {
  readonly fileName: string;
  readonly fileType: string;
  readonly content: string;
}

const NO_USERNAME = 'username';

const KINDS: Readonly<Record<string, FieldKind>> = {
  messageId: 'id',
  lookupId: 'id',
  to: 'number',
  from: 'number',
  number: 'number',
  // The address of the person who opened a link.
  ip: 'number',
  info: 'name',
  fileName: 'name',
  text: 'text',
  subject: 'text',
  content: 'file',
};

export const kindOf: (name: string) => FieldKind = kindLookup(KINDS);

export function recordedEvent(event: CallbackEvent): RecordedEvent {
  const { fields } = CALLBACKS[event.type];
  const values = Object.keys(fields).map((property) => {
    const value = (event as unknown as RecordedEvent)[property];
    if (property === 'username' && value !== null) return [property, NO_USERNAME] as const;
    return [property, value instanceof Date ? Math.floor(value.getTime() / 1000) : value] as const;
  });
  const files = event.type === 'incoming-mms' ? { files: event.files.map(recordedFile) } : {};
  return { ...Object.fromEntries(values.filter(([, value]) => value !== null)), ...files, ...unknownOf(event) };
}

function unknownOf({ unknownFields }: CallbackEvent): RecordedEvent {
  return Object.keys(unknownFields).length === 0 ? {} : { unknownFields };
}

function recordedFile({ name, type, path, bytes }: CallbackFile): RecordedFile {
  const content = bytes ?? (path === undefined ? new Uint8Array() : readFileSync(path));
  return { fileName: name, fileType: type, content: Buffer.from(content).toString('base64') };
}

export function eventOf(kind: CallbackKind, recorded: RecordedEvent): CallbackEvent {
  const { fields } = CALLBACKS[kind];
  const values = Object.entries(fields).map(([property, field]) => [property, valueOf(field, recorded[property])]);
  const files = ((recorded['files'] ?? []) as readonly RecordedFile[]).map(fileOf);
  const { unknownFields = {} } = recorded;
  const more = CALLBACKS[kind].hasFiles ? { files } : {};
  return { type: kind, ...Object.fromEntries(values), ...more, unknownFields } as CallbackEvent;
}

function valueOf({ isTime }: CallbackField, value: unknown): unknown {
  if (typeof value === 'number' && isTime) return new Date(value * 1000);
  return value ?? null;
}

function fileOf({ fileName, fileType, content }: RecordedFile): CallbackFile {
  const bytes = Buffer.from(content, 'base64');
  return { name: fileName, type: fileType, size: bytes.length, bytes };
}
