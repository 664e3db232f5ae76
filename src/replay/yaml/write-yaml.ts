import type { WrittenEntry } from '../har/format.js';
import { CASSETTE_VERSION, type PrivacyMark } from '../har/har.js';
import { labelsOf, type RecordedRequest, type RecordedResponse, type Recording } from '../har/recording.js';
import { areUsual, contentOf, type Message, type Side } from './bodies.js';
import { scalar, textBehind } from './scalar.js';

const HEAD =
  '# Recorded calls of sms-service-client. They are read by track, and within it in the order of their times.\n';

/**
 * Writes a cassette.
 *
 * @param entries - by track, as returned by {@link callText}
 * @param mark - the kinds of pseudonyms in the entries
 */
export function yamlText(entries: readonly WrittenEntry[], mark: PrivacyMark | undefined): string {
  const pieces = [HEAD, `cassette: ${CASSETTE_VERSION}\n`];
  if (mark !== undefined) pieces.push(`privacy: ${inBraces({ ...mark })}\n`);
  let last: string | undefined;
  for (const { recording, text } of entries) {
    const { track = '' } = recording;
    if (track !== last) {
      if (track === '') pieces.push('\ncalls:\n');
      else
        pieces.push(last === undefined || last === '' ? '\ntracks:\n' : '', `\n- track: ${scalar(track)}\n  calls:\n`);
      last = track;
    }
    pieces.push('\n', text.slice(text.indexOf('\n') + 1));
  }
  return pieces.join('');
}

export function callText(recording: Recording): string {
  const { request, response, failure, startedAtMs, durationMs } = recording;
  const { track = '', account, isUnfinished } = labelsOf(recording);
  const indent = indentOf(track);
  const lines = [
    `began: ${timeOf(startedAtMs)}`,
    ...(account === undefined ? [] : [`account: ${scalar(account)}`]),
    ...(isUnfinished === undefined ? [] : ['unfinished: true']),
    ...requestLines(request, indent),
    ...(response === undefined ? [] : responseLines(response, indent)),
    ...(failure === undefined ? [] : [`failure: ${inBraces(failure)}`]),
    // Different from that of every other call, so that a merge does not mix two added calls.
    `ended: ${timeOf(startedAtMs + Math.max(0, Math.round(durationMs)))}`,
  ];
  return `${trackLine(track)}\n${indent}- ${lines.join(`\n${indent}  `)}\n`;
}

/** The latest time that a date can represent. */
const LAST_MS = 8.64e15;

/** Returns the indentation of a call. */
export function indentOf(track: string): string {
  return track === '' ? '' : '  ';
}

export function trackLine(track: string): string {
  return scalar(track);
}

function timeOf(ms: number): string {
  return new Date(Math.min(ms, LAST_MS)).toISOString();
}

function requestLines({ method, target, headers, text }: RecordedRequest, indent: string): readonly string[] {
  const line = `${method}: ${scalar(target)}`;
  const hasHeaders = Object.keys(headers).length > 0;
  if (text === undefined) return within('request', [line, ...(hasHeaders ? headerLines(headers) : [])]);
  const [form, content] = contentOf({ headers, text }, 'request');
  const isUsual = areUsual({ headers, text }, form, 'request');
  if (form === 'soap' && isUsual && method === 'POST' && target === '') {
    return [`request: ${textBehind(content as string, `${indent}  `)}`];
  }
  return within('request', [line, ...(isUsual ? [] : headerLines(headers)), ...bodyLines(form, content, indent)]);
}

function responseLines(response: RecordedResponse, indent: string): readonly string[] {
  const { status, headers, text, encoding, notKept } = response;
  const message: Message = { headers, text };
  const side: Side = 'response';
  const [form, content] = encoding === undefined ? contentOf(message, side) : (['base64', text] as const);
  const isUsual = areUsual(message, form, side);
  if (form === 'soap' && isUsual && status === 200 && notKept === undefined) {
    return [`response: ${textBehind(content as string, `${indent}  `)}`];
  }
  return within('response', [
    `status: ${status}`,
    ...(isUsual ? [] : headerLines(headers)),
    ...(notKept === undefined ? [] : [`notKept: ${inBraces(notKept)}`]),
    ...(text === '' && encoding === undefined ? [] : bodyLines(form, content, indent)),
  ]);
}

/** Returns lines below a key, indented by two more spaces. */
function within(key: string, lines: readonly string[]): readonly string[] {
  return [`${key}:`, ...lines.map((line) => `  ${line}`)];
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  const names = Object.keys(headers).sort();
  if (names.length === 0) return ['headers: {}'];
  return within(
    'headers',
    names.map((name) => `${scalar(name)}: ${scalar(headers[name] ?? '')}`),
  );
}

function bodyLines(form: string, content: string | readonly string[], indent: string): readonly string[] {
  if (typeof content === 'string') return [`${form}: ${textBehind(content, `${indent}    `)}`];
  return within(
    form,
    content.map((field) => `- ${scalar(field)}`),
  );
}

/** Writes an object on one line, without undefined values. */
function inBraces(values: object): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  return `{${pairs.map(([name, value]: [string, unknown]) => `${name}: ${inLine(value)}`).join(', ')}}`;
}

function inLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
  return typeof value === 'string' ? scalar(value) : String(value);
}
