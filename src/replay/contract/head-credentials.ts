import type { Credential, HttpRequest } from './contract.js';

const HARMLESS =
  /^(?:accept|content|sec|if|access-control|x-b3)-|^(?:accept|baggage|cache-control|connection|date|dnt|expect|from|host|keep-alive|max-forwards|origin|pragma|prefer|priority|range|referer|soapaction|te|traceparent|tracestate|trailer|transfer-encoding|upgrade|upgrade-insecure-requests|user-agent|via|warning|x-correlation-id|x-request-id|x-requested-with)$/;

const SECRET_NAME = /auth|cookie|credential|key|pass|secret|session|sid|signature|token|^login$|^user(?:name)?$/i;
const MIN_LENGTH = 8;

const SCHEME = /^([\w-]+)\s+(\S.*)$/s;

export function* headCredentials({ headers }: Pick<HttpRequest, 'headers'>): Iterable<Credential> {
  for (const [name, value] of Object.entries(headers)) {
    if (HARMLESS.test(name)) continue;
    for (const one of name === 'cookie' ? cookiesOf(value) : wordsOf(value)) {
      yield* namedCredential(`headers.${name}`, name, one);
    }
  }
}

export function* fieldCredentials(fields: Iterable<readonly [name: string, value: string]>): Iterable<Credential> {
  for (const [name, value] of fields) yield* namedCredential(`query.${name}`, name, value);
}

function* namedCredential(path: string, name: string, value: string): Iterable<Credential> {
  if (value.length >= MIN_LENGTH || (value !== '' && SECRET_NAME.test(name))) yield { path, value, isSecret: true };
}

function cookiesOf(header: string): readonly string[] {
  return header.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
}

function wordsOf(header: string): readonly string[] {
  const value = header.trim();
  const [, scheme = '', secret] = SCHEME.exec(value) ?? [];
  if (secret === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, secret];
  const pair = Buffer.from(secret, 'base64').toString('utf8');
  return [secret, pair, ...pair.split(/:(.*)/s)];
}
