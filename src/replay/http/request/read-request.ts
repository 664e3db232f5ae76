import { ValidationError } from '../../../errors/errors.js';
import { Problem } from '../../../errors/problem.js';
import { type AnyEndpoint, allEndpoints, EVERYWHERE, endpointOf } from '../../../http-client/description/endpoints.js';
import { type RequestFields, readRequestFields } from '../../../http-client/description/request-fields.js';
import type { Credential, HttpRequest, ReadRequest } from '../../contract/contract.js';
import { fieldCredentials } from '../../contract/head-credentials.js';
import { requestValues } from './request-values.js';
import { endpointTarget } from './target.js';

/** Decodes a request. @throws ValidationError if it is invalid */
export function readRequest(request: HttpRequest): ReadRequest {
  const { method, url, headers } = request;
  if (method !== 'GET' && method !== 'POST') {
    throw new ValidationError('method', `is no request: ${method} instead of GET or POST`);
  }
  const target = endpointTarget(url);
  if (target === undefined) throw new ValidationError('url', 'is no request: it names no endpoint');
  const given = fieldsOf(request, target);
  const endpoint = endpointOf(target.path, given.fields);
  if (endpoint === undefined)
    throw new ValidationError('body', `is no request: it names no operation of ${target.path}`);
  return {
    operation: endpoint.path,
    input: { [endpoint.path]: requestValues(endpoint, given) },
    credentials: [...credentialsOf(endpoint, given, headers)],
  };
}

function fieldsOf({ headers, body, formReader }: HttpRequest, target: { path: string; query: string }): RequestFields {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  try {
    return readRequestFields({ ...target, contentType: headers['content-type'], body: bytes, formReader });
  } catch (error) {
    if (error instanceof Problem) throw new ValidationError('body', `is no request: ${error.message}`);
    throw error;
  }
}

const AUTHORIZATION = 'authorization';

function* credentialsOf(
  { path, parameters }: AnyEndpoint,
  { fields }: RequestFields,
  headers: HttpRequest['headers'],
): Iterable<Credential> {
  const header = headers[AUTHORIZATION];
  if (header !== undefined) {
    const value = header.trim().replace(/^bearer +/i, '');
    yield { path: AUTHORIZATION, value, isSecret: true, identifiesAccount: true };
  }
  const secrets = Object.values(parameters).filter(({ isSecret }) => isSecret === true);
  for (const name of [EVERYWHERE.token, ...secrets.flatMap(({ names }) => names)]) {
    const value = fields.get(name);
    const identifiesAccount = name === EVERYWHERE.token ? true : undefined;
    if (value !== undefined) yield { path: `${path}.${name}`, value, isSecret: true, identifiesAccount };
  }
  // Unknown fields may be for another gateway in between.
  yield* fieldCredentials([...fields].filter(([name]) => !isKnown(name)));
}

function isKnown(name: string): boolean {
  if (Object.values<string>(EVERYWHERE).includes(name)) return true;
  for (const { selector, parameters } of allEndpoints()) {
    if (selector?.name === name || Object.values(parameters).some(({ names }) => names.includes(name))) return true;
  }
  return false;
}

/** Returns the path of the endpoint that a request names. */
export function operationNamed({ url }: HttpRequest): string | undefined {
  return endpointTarget(url)?.path;
}
