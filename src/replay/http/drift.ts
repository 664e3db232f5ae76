import { DecodeError, GatewayError } from '../../errors/errors.js';
import type { AnyEndpoint } from '../../http-client/description/endpoints.js';
import { type AnswerTable, isJsonObject } from '../../http-client/description/parts/answer-field.js';
import { INVALID_NUMBER, readErrorText, writeErrorText } from '../../http-client/description/parts/errors.js';
import { jsonOf } from '../../http-client/requests/read-answer.js';
import type { ReadRequest } from '../contract/contract.js';
import { type Drift, type DriftFinder, joined } from '../contract/drift.js';
import { bodyOf, type RecordedResponse } from '../har/recording.js';
import { errorOf } from './read-response.js';
import { endpointFor, requestParameters } from './request.js';

const LIST_FIELDS: ReadonlySet<string> = new Set(['count', 'list', 'invalid_numbers', 'fallbacks']);
const ERROR_FIELDS: ReadonlySet<string> = new Set([
  'error',
  'message',
  'invalid_numbers',
  'developer_description',
  'errors',
]);
const NOTHING: ReadonlySet<string> = new Set();

/** Section 2.1 defines it only in responses about MMS. */
const MMS_FIELD = 'idx';

type Json = Readonly<Record<string, unknown>>;

class Comparison {
  readonly #finder: DriftFinder;
  readonly #operation: string;
  readonly #place: string;
  #isSound = true;

  constructor(finder: DriftFinder, operation: string, place: string) {
    this.#finder = finder;
    this.#operation = operation;
    this.#place = place;
  }

  answer(json: unknown, { path, answer: { records } }: AnyEndpoint, isError: boolean): boolean {
    const item = withoutIdx(records['list[]'] ?? records['[]'] ?? {}, path);
    if (Array.isArray(json)) this.#list(json, item, '[]');
    else if (!isJsonObject(json)) return this.#isSound;
    else if (isError) this.#unknown(json, ERROR_FIELDS, '');
    else if (records[''] !== undefined) this.#record(json, records[''], '', NOTHING);
    else this.#listed(json, item, '');
    return this.#isSound;
  }

  /** Compares each part of a text response with the text that contains only the values of the contract. */
  text(text: string, { answer }: AnyEndpoint, request: ReadRequest, isError: boolean): boolean {
    const parameters = requestParameters(request);
    const written = (values: typeof parameters): string =>
      isError
        ? writeErrorText(readErrorText(text) ?? { code: 0 })
        : answer.writeText(answer.readText(text, parameters), values);
    // The number of a single recipient is optional: it is only written if the recipients are unknown.
    const [expectedEntries, maximalEntries] = [partsOf(written(parameters)), partsOf(written({}))];
    for (const [index, parts] of partsOf(text).entries()) {
      const nameOf = (position: number): string => `part-${(parts.length === 1 ? index + 1 : position) + 1}`;
      for (const [position, part] of parts.entries()) {
        const known = maximalEntries[index]?.[position];
        if (part === '' || known === part) continue;
        if (known === undefined) this.#add('additive', `text.${nameOf(position)}`, 'is not in the contract');
        else if (NO_VALUE.test(known)) this.#add('breaking', `text.${nameOf(position)}`, 'has another type');
      }
      const needed = (expectedEntries[index] ?? []).map((_, position) => nameOf(position));
      const present = parts.flatMap((part, position) => (part === '' ? [] : nameOf(position)));
      this.#finder.see(this.#operation, 'text', this.#place, needed, present);
    }
    return this.#isSound;
  }

  #listed(json: Json, item: AnswerTable, path: string): void {
    const { list, invalid_numbers: refused, fallbacks } = json;
    if (Array.isArray(list)) {
      this.#unknown(json, new Set([...LIST_FIELDS, ...sharedNames(item)]), path);
      this.#list(list, item, joined(path, 'list[]'));
    } else if (Object.keys(item).length === 0) this.#unknown(json, LIST_FIELDS, path);
    else this.#record(json, item, path, LIST_FIELDS);
    if (Array.isArray(refused)) this.#list(refused, INVALID_NUMBER, joined(path, 'invalid_numbers[]'));
    // Fallbacks are not nested.
    if (!isJsonObject(fallbacks) || path !== '') return;
    for (const sent of Object.values(fallbacks)) {
      if (isJsonObject(sent)) this.#listed(sent, item, joined(path, 'fallbacks[]'));
    }
  }

  #list(list: readonly unknown[], table: AnswerTable, path: string): void {
    for (const one of list) {
      if (isJsonObject(one)) this.#record(one, table, path, NOTHING);
      else this.#add('breaking', path, 'is no object');
    }
  }

  #record(json: Json, table: AnswerTable, path: string, others: ReadonlySet<string>): void {
    const seen: string[] = [];
    const known = new Set(others);
    for (const { names, type, read } of Object.values(table)) {
      for (const name of names) known.add(name);
      const name = names.find((one) => Object.hasOwn(json, one));
      if (name === undefined) continue;
      seen.push(names[0] ?? name);
      const value = json[name];
      if (value !== null && value !== undefined && value !== '' && read(value) === null) {
        // An error of 0 or false means that there is none.
        if (name !== 'error') this.#add('breaking', joined(path, name), `is no ${type}`);
      }
    }
    this.#unknown(json, known, path);
    const needed = Object.values(table).filter(({ isOptional }) => !isOptional);
    this.#finder.see(
      this.#operation,
      path,
      this.#place,
      needed.map(({ names }) => names[0] ?? ''),
      seen,
    );
  }

  #unknown(json: Json, known: ReadonlySet<string>, path: string): void {
    for (const name of Object.keys(json)) {
      if (!known.has(name)) this.#add('additive', joined(path, shown(name)), 'is not in the contract');
    }
  }

  #add(kind: Drift['kind'], path: string, what: string): void {
    if (kind === 'breaking') this.#isSound = false;
    this.#finder.add(kind, this.#operation, path, what, this.#place);
  }
}

function sharedNames(item: AnswerTable): readonly string[] {
  return Object.values(item).flatMap(({ names, isOptional }) => (isOptional ? names : []));
}

function withoutIdx(item: AnswerTable, path: string): AnswerTable {
  return Object.fromEntries(
    Object.entries(item).map(([name, field]) =>
      field.names[0] === MMS_FIELD && path !== 'mms.do' ? [name, { ...field, isOptional: true }] : [name, field],
    ),
  );
}

/** Returns a JSON name for display. It may contain anything. */
function shown(name: string): string {
  return /^[\w-]{1,60}$/.test(name) && !/\d{5}/.test(name) ? name : '(a name that is not shown)';
}

export function findDrift(
  recorded: RecordedResponse,
  request: ReadRequest,
  place: string,
  finder: DriftFinder,
): boolean {
  const endpoint = endpointFor(request);
  const body = bodyOf(recorded);
  const error = errorOf({ ...recorded, body }, request);
  const isOfInterface = error === undefined || error instanceof GatewayError || error instanceof DecodeError;
  if (!isOfInterface) return false;
  const operation = nameOf(endpoint);
  const text = Buffer.from(body)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const json = jsonOf(text);
  const comparison = new Comparison(finder, operation, place);
  const isError = error instanceof GatewayError;
  const isSound =
    json === undefined
      ? error instanceof DecodeError || comparison.text(text, endpoint, request, isError)
      : comparison.answer(json, endpoint, isError);
  if (error instanceof DecodeError && isSound) {
    finder.add('breaking', operation, error.path.replace(/\[\d+\]/g, '[]'), 'could not be read', place);
  }
  return true;
}

const NO_VALUE = /^(?:|null|NaN)$/;

function partsOf(text: string): readonly (readonly string[])[] {
  const entries = text.trim().split(/;[\r\n]*|[\r\n]+/);
  return entries.map((entry) => entry.split(':').map((part) => part.trim()));
}

function nameOf({ path, selector }: AnyEndpoint): string {
  return selector === undefined ? path : `${path} ${selector.name}`;
}
