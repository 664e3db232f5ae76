import type { AnyEndpoint } from '../../http-client/description/endpoints.js';
import {
  type AnswerField,
  type AnswerTable,
  isJsonObject,
  readNumber,
} from '../../http-client/description/parts/answer-field.js';
import { type ErrorAnswer, INVALID_NUMBER, readErrorJson } from '../../http-client/description/parts/errors.js';
import type { FieldKind } from '../privacy/clean-text.js';
import { answerKind } from './answer-kinds.js';

export type Clean = (kind: FieldKind, text: string) => string;

type Json = Readonly<Record<string, unknown>>;

const IDX_USED = 53;

export function keptJson(json: unknown, endpoint: AnyEndpoint, clean: Clean): unknown {
  const keep: KeepRecord = (table, record) => keptRecord(table, record, endpoint, clean);
  const { records } = endpoint.answer;
  const item = records['list[]'] ?? records['[]'] ?? {};
  if (Array.isArray(json)) return json.map((one) => (isJsonObject(one) ? keep(item, one) : null));
  if (!isJsonObject(json)) return null;
  const error = readErrorJson(json);
  if (error !== undefined && !('list' in json)) return keptError(error, json, clean);
  const { invalid_numbers: refused, fallbacks } = json;
  return {
    ...keptListed(json, records[''] ?? item, item, keep),
    ...(Array.isArray(refused) ? { invalid_numbers: keptNumbers(refused, clean) } : {}),
    ...(isJsonObject(fallbacks) ? { fallbacks: keptFallbacks(fallbacks, item, keep) } : {}),
  };
}

type KeepRecord = (table: AnswerTable, record: Json) => Json;

function keptListed(json: Json, own: AnswerTable, item: AnswerTable, keep: KeepRecord): Json {
  const { count, list } = json;
  return {
    ...keep(own, json),
    ...(readNumber(count) === null ? {} : { count }),
    ...(Array.isArray(list) ? { list: list.map((one) => (isJsonObject(one) ? keep(item, one) : null)) } : {}),
  };
}

function keptFallbacks(fallbacks: Json, item: AnswerTable, keep: KeepRecord): Json {
  const ways = Object.entries(fallbacks).filter(([way]) => WAY.test(way));
  return Object.fromEntries(
    ways.map(([way, sent]) => [way, isJsonObject(sent) ? keptListed(sent, item, item, keep) : null]),
  );
}

const WAY = /^[a-z]{1,16}$/;

function keptRecord(table: AnswerTable, record: Json, { path }: AnyEndpoint, clean: Clean): Json {
  const stored: Record<string, unknown> = {};
  for (const field of Object.values(table)) {
    const name = field.names.find((one) => Object.hasOwn(record, one));
    if (name === undefined) continue;
    stored[name] = keptValue(field, record[name], (text) => answerKind(path, field.names, text), clean);
  }
  return stored;
}

function keptValue(field: AnswerField, input: unknown, kindOf: (text: string) => FieldKind, clean: Clean): unknown {
  const value = input === undefined || input === null ? null : field.read(input);
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return clean(kindOf(value), value);
  if (isError(value)) return keptItemError(value, clean);
  return typeof input === 'number' ? input : field.write(value);
}

export function isError(value: unknown): value is ErrorAnswer {
  return isJsonObject(value) && 'code' in value;
}

function keptItemError({ code, message }: ErrorAnswer, clean: Clean): unknown {
  const stored = keptCode(code, clean);
  return message === '' ? stored : { error: stored, message: clean('said', message) };
}

const WORD = /^[a-z]+(?:_[a-z]+){0,5}$/;

/** A code that is a text is either a word or may contain anything. One with many digits may be a telephone number. */
export function keptCode(code: number | string, clean: Clean): number | string {
  if (typeof code === 'string') return clean(WORD.test(code) ? 'other' : 'said', code);
  const cleaned = Number(clean('other', String(code)));
  return Number.isFinite(cleaned) ? cleaned : 0;
}

function keptError({ code, message }: ErrorAnswer, json: Json, clean: Clean): Json {
  const { invalid_numbers: refused } = json;
  return {
    error: keptCode(code, clean),
    message: clean('said', message),
    ...(Array.isArray(refused) ? { invalid_numbers: keptNumbers(refused, clean) } : {}),
    ...(code === IDX_USED ? keptLists(json, clean) : {}),
  };
}

function keptNumbers(list: readonly unknown[], clean: Clean): unknown[] {
  return list.filter(isJsonObject).map((one) =>
    Object.fromEntries(
      Object.values(INVALID_NUMBER).flatMap((field) => {
        const [name = ''] = field.names;
        if (!Object.hasOwn(one, name)) return [];
        return [[name, keptValue(field, one[name], () => (field.isNumber === true ? 'number' : 'said'), clean)]];
      }),
    ),
  );
}

const NAME = /^[a-z]+(?:_[a-z]+){0,3}$/;

function keptLists(json: Json, clean: Clean): Json {
  const lists = Object.entries(json).filter(
    ([name, list]) => name !== 'invalid_numbers' && NAME.test(name) && Array.isArray(list),
  );
  return Object.fromEntries(
    lists.map(([name, list]) => [name, (list as readonly unknown[]).map((one) => keptUsed(one, clean))]),
  );
}

function keptUsed(one: unknown, clean: Clean): unknown {
  if (!isJsonObject(one)) return isText(one) ? clean('number', String(one)) : null;
  const { number, submitted_number: submitted, idx } = one;
  return {
    ...(isText(number) ? { number: clean('number', String(number)) } : {}),
    ...(isText(submitted) ? { submitted_number: clean('number', String(submitted)) } : {}),
    ...(isText(idx) ? { idx: clean('other', String(idx)) } : {}),
  };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
