import { ValidationError } from '../../../src/errors/errors.js';
import type {
  HttpRequest,
  KeepContext,
  ReadRequest,
  ReplayContract,
  WholeResponse,
} from '../../../src/replay/contract/contract.js';
import { type DriftFinder, joined } from '../../../src/replay/contract/drift.js';
import { withTexts } from '../../../src/replay/contract/values.js';
import { bodyOf, type RecordedRequest, type RecordedResponse } from '../../../src/replay/har/recording.js';
import { type FieldKind, TextCleaner } from '../../../src/replay/privacy/clean-text.js';

/** A service that never was. Its forecasts are asked for with GET, and answered with JSON. */
const FORECAST = 'forecast';
/** What people have seen is told with POST of a form, and answered with a text. */
const SIGHTING = 'sighting';

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  [FORECAST]: ['town', 'days'],
  [SIGHTING]: ['town', 'seen', 'phone'],
};
const KINDS: Readonly<Record<string, FieldKind>> = { phone: 'number', by: 'name', seen: 'text', answer: 'said' };
const kindOf = (name: string): FieldKind => KINDS[name] ?? 'other';

/** What a forecast is, and of what types. */
const ANSWER: Readonly<Record<string, string>> = { town: 'string', degrees: 'number', by: 'string' };

const FORM = 'application/x-www-form-urlencoded';
const NO_TOKEN = 'token';

function parametersOf({ method, url, body }: HttpRequest): URLSearchParams {
  const { searchParams } = new URL(url);
  return method === 'GET' ? searchParams : new URLSearchParams(Buffer.from(body).toString('utf8'));
}

function operationNamed({ url }: HttpRequest): string | undefined {
  return URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : undefined;
}

function readRequest(request: HttpRequest): ReadRequest {
  const operation = operationNamed(request) ?? '';
  const known = FIELDS[operation];
  if (known === undefined) throw new ValidationError('url', 'is no request: it names no operation');
  const input: Record<string, unknown> = {};
  const given = parametersOf(request);
  for (const name of known) {
    const value = given.get(name);
    if (value !== null) input[name] = name === 'days' ? Number(value) : value;
  }
  const token = given.get('token');
  const credentials = token === null ? [] : [{ path: 'token', value: token, isSecret: true }];
  return { operation, input, credentials };
}

function writeRequest({ operation, input }: ReadRequest): RecordedRequest {
  const values = Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]);
  const text = new URLSearchParams([...values, ['token', NO_TOKEN]]).toString();
  return operation === FORECAST
    ? { method: 'GET', target: `${FORECAST}?${text}`, headers: {} }
    : { method: 'POST', target: SIGHTING, headers: { 'content-type': FORM }, text };
}

function keptResponse({ status, headers, body }: WholeResponse, context: KeepContext): RecordedResponse {
  const { request, pseudonyms, mask } = context;
  const cleaner = new TextCleaner({ pseudonyms, mask, kindOf });
  const text = Buffer.from(body).toString('utf8');
  const contentType = headers['content-type'] === undefined ? {} : { 'content-type': headers['content-type'] };
  if (request.operation !== FORECAST) return { status, headers: contentType, text: cleaner.of('answer', text) };
  const kept = withTexts(JSON.parse(text), (value, name) => cleaner.of(name, value));
  return { status, headers: contentType, text: JSON.stringify(kept) };
}

function findDrift(
  response: RecordedResponse,
  { operation }: ReadRequest,
  place: string,
  finder: DriftFinder,
): boolean {
  if (operation !== FORECAST) return false;
  const answer = JSON.parse(Buffer.from(bodyOf(response)).toString('utf8')) as object;
  for (const [name, value] of Object.entries(answer)) {
    const type = ANSWER[name];
    const path = joined('', name);
    if (type === undefined) finder.add('additive', operation, path, 'is not in the contract', place);
    else if (typeof value !== type) finder.add('breaking', operation, path, `is no ${type}`, place);
  }
  finder.see(operation, '', place, Object.keys(ANSWER), Object.keys(answer));
  return true;
}

/** The smallest contract: forecasts in JSON for a GET, sightings in a form, a token in both. */
export const weatherContract: ReplayContract = {
  methods: ['GET', 'POST'],
  isAtOneAddress: false,
  takes: (request) => Object.hasOwn(FIELDS, operationNamed(request) ?? ''),
  operationNamed,
  readRequest,
  writeRequest,
  kindOf,
  fieldPaths: () => Object.values(FIELDS).flat(),
  keptResponse,
  findDrift,
  errorResponse: (message) => ({
    status: 400,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from(`ERROR ${message}`),
  }),
};
