import { parseContentType } from '../../soap/messages/content-type.js';

/**
 * The headers that a cassette keeps, each with what it may say: more can be an address, a secret, or what no server can
 * send again.
 */
const KEPT: Readonly<Record<string, (value: string) => string | undefined>> = {
  'content-type': plainContentType,
  'retry-after': (value) => matched(value, /^(?:\d{1,9}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT)$/),
  soapaction: (value) => matched(value, /^"?urn:sms-service#soap_\w{1,32}"?$/),
};

/**
 * Of the headers of a message those that a cassette keeps.
 *
 * @param headers - with names in lower case
 */
export function keptHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = Object.entries(KEPT).map(([name, keep]) => [name, keep(headers[name] ?? '')] as const);
  return Object.fromEntries(kept.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

/** Without parameters that no cassette needs. */
function plainContentType(value: string): string | undefined {
  const { mediaType, charset } = parseContentType(value);
  if (matched(mediaType, /^[\w.+-]+\/[\w.+-]+$/) === undefined) return undefined;
  return charset !== undefined && /^[\w.:-]+$/.test(charset) ? `${mediaType}; charset=${charset}` : mediaType;
}

function matched(value: string, form: RegExp): string | undefined {
  return form.test(value) ? value : undefined;
}
