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
 * @param entries - by track, each as {@link callText} gives it
 * @param mark - what in them is a pseudonym
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

/** Writes a call behind a line that names its track: as it stands in the file, where that is named once. */
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
    // Another one than that of any other call: so two calls that were added stay apart when they are merged.
    `ended: ${timeOf(startedAtMs + Math.max(0, Math.round(durationMs)))}`,
  ];
  return `${trackLine(track)}\n${indent}- ${lines.join(`\n${indent}  `)}\n`;
}

/** The last moment that a date can have. */
const LAST_MS = 8.64e15;

/** The indentation of a call. */
export function indentOf(track: string): string {
  return track === '' ? '' : '  ';
}

/** The line that tells calls of different tracks apart. */
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

/** Lines below a key, indented by two spaces more than its own. */
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

/** An object in one line; what is absent is left out. */
function inBraces(values: object): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  return `{${pairs.map(([name, value]: [string, unknown]) => `${name}: ${inLine(value)}`).join(', ')}}`;
}

function inLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
  return typeof value === 'string' ? scalar(value) : String(value);
}
