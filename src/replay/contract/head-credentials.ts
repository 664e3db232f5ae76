import type { Credential, HttpRequest } from './contract.js';

/** Headers by which nobody is known: of the protocol, of browsers, and of those who follow requests. */
const HARMLESS =
  /^(?:accept|content|sec|if|access-control|x-b3)-|^(?:accept|baggage|cache-control|connection|date|dnt|expect|from|host|keep-alive|max-forwards|origin|pragma|prefer|priority|range|referer|soapaction|te|traceparent|tracestate|trailer|transfer-encoding|upgrade|upgrade-insecure-requests|user-agent|via|warning|x-correlation-id|x-request-id|x-requested-with)$/;

/** Names of what is secret however short it is. */
const SECRET_NAME = /auth|cookie|credential|key|pass|secret|session|sid|signature|token|^login$|^user(?:name)?$/i;
/** Shorter values of other names are words like any other. */
const MIN_LENGTH = 8;

/** The schemes of authentication, of which the word before the space says nothing. */
const SCHEME = /^([\w-]+)\s+(\S.*)$/s;

/** Gives the values of a request's headers by which a gateway may know who asks. */
export function* headCredentials({ headers }: Pick<HttpRequest, 'headers'>): Iterable<Credential> {
  for (const [name, value] of Object.entries(headers)) {
    if (HARMLESS.test(name)) continue;
    for (const one of name === 'cookie' ? cookiesOf(value) : wordsOf(value)) {
      yield* namedCredential(`headers.${name}`, name, one);
    }
  }
}

/** Gives the values of a query, or a form, that no contract names. */
export function* fieldCredentials(fields: Iterable<readonly [name: string, value: string]>): Iterable<Credential> {
  for (const [name, value] of fields) yield* namedCredential(`query.${name}`, name, value);
}

function* namedCredential(path: string, name: string, value: string): Iterable<Credential> {
  if (value.length >= MIN_LENGTH || (value !== '' && SECRET_NAME.test(name))) yield { path, value, isSecret: true };
}

function cookiesOf(header: string): readonly string[] {
  return header.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
}

/** A value as it is, without its scheme, and what `Basic` holds. */
function wordsOf(header: string): readonly string[] {
  const value = header.trim();
  const [, scheme = '', secret] = SCHEME.exec(value) ?? [];
  if (secret === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, secret];
  const pair = Buffer.from(secret, 'base64').toString('utf8');
  return [secret, pair, ...pair.split(/:(.*)/s)];
}
