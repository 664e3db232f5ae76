import { DecodeError, HttpStatusError, type SmsServiceError, SoapFaultError } from '../../../client/index.js';
import { isObject } from '../../../options/check.js';
import { urlBelow } from '../../../transport/target.js';
import type { Transport } from '../../../transport/transport.js';
import { EXIT } from '../../running/exit-codes.js';
import { transportOf } from '../../settings/client.js';
import type { Limits } from '../connection/reach.js';
import { type Finding, wrong } from '../findings/finding.js';
import type { Reachable } from './asking.js';

/**
 * Finds out whether an address that does not answer as it should is that of the other interface. Nothing secret is
 * sent.
 *
 * @returns `undefined` where it is not, as far as can be seen
 */
export async function wrongInterface(
  error: SmsServiceError,
  at: Reachable,
  limits: Limits,
): Promise<Finding | undefined> {
  const isAnswer = [HttpStatusError, DecodeError, SoapFaultError].some((kind) => error instanceof kind);
  if (!isAnswer) return undefined;
  const { target, over, profile } = at;
  const url = target.url.href;
  const transport = transportOf(profile);
  try {
    if (over === 'soap') {
      const answer = await get(transport, urlBelow(url, 'profile'), limits);
      if (answer === undefined || !isHttpError(answer)) return undefined;
      const todo = 'give this address as "httpUrl", with a token; "url" is that of the SOAP interface';
      return wrong('endpoint', `${target.name} answers at this url as the HTTP interface does`, todo, EXIT.usage);
    }
    const query = `${target.url.search === '' ? '?' : '&'}wsdl`;
    const answer = await get(transport, url.replace(/\/$/, '') + query, limits);
    if (answer === undefined || !/[<:]definitions\b/.test(answer)) return undefined;
    const todo = 'give the address below which profile and sms.do are; this one is "url", with a user name';
    return wrong('endpoint', `${target.name} answers at this url as the SOAP interface does`, todo, EXIT.usage);
  } finally {
    await transport.close?.();
  }
}

/** The error of a request without a token (specification sections 2.3 and 7). */
function isHttpError(answer: string): boolean {
  if (/^\s{0,9}ERROR:\s?\d/i.test(answer)) return true;
  try {
    const json: unknown = JSON.parse(answer);
    return isObject(json) && 'error' in json;
  } catch {
    return false;
  }
}

/** The most of an answer that is looked at. */
const MAX_CHARACTERS = 10_000;

/** The beginning of what is at an address; `undefined` where nothing is. */
async function get(transport: Transport, url: string, { timeoutMs, signal }: Limits): Promise<string | undefined> {
  try {
    const request = { method: 'GET', url, operation: 'doctor', idempotent: true, headers: {} } as const;
    const { body } = await transport.send({ ...request, timeoutMs, signal });
    const pieces: Uint8Array[] = [];
    if (body instanceof Uint8Array) pieces.push(body);
    else for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces).toString('latin1').slice(0, MAX_CHARACTERS);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
