import type { Scalar } from 'yaml';
import { loadYaml } from '../../files/built-in.js';
import type { WrittenEntry } from '../har/format.js';
import { CASSETTE_VERSION, type PrivacyMark } from '../har/har.js';
import { labelsOf, type RecordedRequest, type RecordedResponse, type Recording } from '../har/recording.js';
import { areUsual, contentOf, type Side } from './bodies.js';
import { CHARACTERS_PER_LINE } from './yaml-reader.js';

const HEAD =
  '# Recorded calls of sms-service-client. They are read by track, and within it in the order of their times.\n';

const FORMAT = {
  lineWidth: 0,
  indentSeq: false,
  blockQuote: 'literal',
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

/**
 * Characters that would mislead a reader, or that YAML does not allow: control characters, other line ends, text
 * directions, lone surrogates, and invisible characters.
 */
const UNSAFE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

const LAST_MS = 8.64e15;

export function yamlText(entries: readonly WrittenEntry[], mark: PrivacyMark | undefined): string {
  const pieces = [HEAD, `cassette: ${CASSETTE_VERSION}\n`];
  if (mark !== undefined) pieces.push(stringify({ privacy: inLine(mark) }));
  let last: string | undefined;
  for (const { recording, text } of entries) {
    const { track = '' } = recording;
    if (track !== last) {
      if (track === '') pieces.push('\ncalls:\n');
      else pieces.push(last === undefined || last === '' ? '\ntracks:\n' : '', `\n- ${trackLine(track)}\n  calls:\n`);
      last = track;
    }
    pieces.push('\n', text.slice(text.indexOf('\n') + 1));
  }
  return pieces.join('');
}

export function callText(recording: Recording): string {
  const { request, response, failure, startedAtMs, durationMs } = recording;
  const { track = '', account, isUnfinished } = labelsOf(recording);
  const call = {
    began: timeOf(startedAtMs),
    account,
    unfinished: isUnfinished,
    request: requestContent(request),
    response: response && responseContent(response),
    failure: failure && inLine(failure),
    // Different from that of every other call, so that a merge does not mix two added calls.
    ended: timeOf(startedAtMs + Math.max(0, Math.round(durationMs))),
  };
  return `${trackLine(track)}\n${stringify([call]).replace(/^(?=.)/gm, indentOf(track))}`;
}

function indentOf(track: string): string {
  return track === '' ? '' : '  ';
}

function trackLine(track: string): string {
  return stringify({ track }).trimEnd();
}

function timeOf(ms: number): string {
  return new Date(Math.min(ms, LAST_MS)).toISOString();
}

function requestContent({ method, target, headers, text }: RecordedRequest): unknown {
  if (text === undefined) {
    return { [method]: target, ...(Object.keys(headers).length > 0 ? { headers: sorted(headers) } : {}) };
  }
  const { form, content, isUsual } = bodyContent(headers, text, 'request');
  if (form === 'soap' && isUsual && method === 'POST' && target === '') return content;
  return { [method]: target, ...(isUsual ? {} : { headers: sorted(headers) }), [form]: content };
}

function responseContent({ status, headers, text, encoding, notKept }: RecordedResponse): unknown {
  const { form, content, isUsual } = bodyContent(headers, text, 'response', encoding);
  if (form === 'soap' && isUsual && status === 200 && notKept === undefined) return content;
  return {
    status,
    ...(isUsual ? {} : { headers: sorted(headers) }),
    notKept: notKept && inLine(notKept),
    ...(text === '' && encoding === undefined ? {} : { [form]: content }),
  };
}

function bodyContent(
  headers: Readonly<Record<string, string>>,
  text: string,
  side: Side,
  encoding?: 'base64',
): { readonly form: string; readonly content: unknown; readonly isUsual: boolean } {
  const message = { headers, text };
  const [form, content] = encoding === undefined ? contentOf(message, side) : ([encoding, text] as const);
  return { form, content, isUsual: areUsual(message, form, side) };
}

function sorted(headers: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(headers).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function inLine(value: object): unknown {
  const { Document } = loadYaml();
  return new Document().createNode(value, { flow: true });
}

function stringify(value: unknown): string {
  const { Document, visit } = loadYaml();
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, { Scalar: (_key, node) => chooseStyle(node) });
  // Only quoted texts contain these characters.
  return document
    .toString(FORMAT)
    .replace(UNSAFE, (character) =>
      Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join(''),
    );
}

function chooseStyle(node: Scalar): void {
  const { value } = node;
  if (typeof value !== 'string') return;
  if (value.search(UNSAFE) !== -1 || hasManyLines(value)) node.type = 'QUOTE_DOUBLE';
}

function hasManyLines(text: string): boolean {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line !== '').length;
  return lines.length > 1 && text.length + filled * 4 < lines.length * CHARACTERS_PER_LINE;
}
