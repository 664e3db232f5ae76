import { CODES } from '../../domain/codes.js';
import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { Problem } from '../../errors/problem.js';
import { GET_PROFILE } from '../../http-client/description/endpoints/account.js';
import { DELETE_SCHEDULED } from '../../http-client/description/endpoints/sms.js';
import { EVERYWHERE, endpointOf } from '../../http-client/description/endpoints.js';
import {
  type ErrorAnswer,
  writeErrorJson,
  writeErrorText,
  writeProfileError,
} from '../../http-client/description/parts/errors.js';
import { type RequestFields, readRequestFields } from '../../http-client/description/request-fields.js';
import { parseContentType } from '../../http-message/content-type.js';
import { FORM, readForm } from '../../http-message/form.js';
import { type FormReader, formReaderFor } from '../../http-message/multipart/read-multipart.js';
import {
  type CompleteRequest,
  type Handle,
  type HttpResponse,
  httpResponse,
  plainResponse,
  promptly,
} from '../../local-server/messages.js';
import type { Route } from '../../local-server/router.js';
import type { Answer, GatewayInterface, InterfaceCall } from '../core/gateway-interface.js';
import { UnusableOption } from '../gateway/call.js';
import { type RefusalCode, refuse } from '../gateway/store/refusal.js';
import type { HttpSettings } from '../options/interface-options.js';
import { accountOperations } from './account-operations.js';
import { messageOperations } from './message-operations.js';
import type { HttpOperation } from './operation.js';

const PATHS = ['sms.do', 'mms.do', 'vms.do', 'profile', 'user.do', 'sender.do', 'hlr.do'] as const;

type Path = (typeof PATHS)[number];

/** Paths that accept only POST in the current variant (section 4). */
const SENDS: readonly Path[] = ['sms.do', 'mms.do', 'vms.do'];

export function httpInterface(settings: HttpSettings, variant: InterfaceVariant | undefined): GatewayInterface {
  const operations = [...messageOperations(settings), ...accountOperations(settings)].filter(
    ({ endpoint }) => variant === undefined || endpoint.variants.includes(variant),
  );
  const paths = PATHS.filter((path) => operations.some(({ endpoint }) => endpoint.path === path));
  return {
    name: 'http',
    operations: paths,
    help: (origin) => `The HTTP interface is at ${origin}/ (${paths.join(', ')}); requests need a token of an account.`,
    routes: (answer) =>
      paths.flatMap((path) => {
        const handle = endpointAt(path, operations, settings, answer);
        return methodsOf(path, variant).map(
          (method): Route => ({ method, refusesHead: true, path: `/${path}`, handle }),
        );
      }),
  };
}

function methodsOf(path: Path, variant: InterfaceVariant | undefined): readonly Route['method'][] {
  if (path === GET_PROFILE.path) return ['GET'];
  return variant === 'current' && SENDS.includes(path) ? ['POST'] : ['GET', 'POST'];
}

function endpointAt(path: Path, operations: readonly HttpOperation[], settings: HttpSettings, answer: Answer): Handle {
  return async (request) => {
    const { headers } = request;
    const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
    if (coding !== '' && coding !== 'identity') {
      return promptly(plainResponse(415, 'Compressed requests are not accepted.', { 'accept-encoding': 'identity' }));
    }
    const arrived = arrivedFields(path, request, await formReaderFor(headers['content-type']));
    const operation = chosen(path, arrived, operations, settings);
    const responses = responsesOf(path, arrived, settings);
    try {
      return answer(callOf(path, request, arrived, operation, responses));
    } catch (error) {
      // Include messages about options, because the developer needs them; others may contain private data.
      const why = error instanceof UnusableOption ? `: ${error.message}` : '';
      return promptly(responses.refuse(INTERNAL, `The gateway failed${why}`));
    }
  };
}

const INTERNAL = 999;

function callOf(
  path: Path,
  request: CompleteRequest,
  arrived: ArrivedFields,
  operation: HttpOperation | undefined,
  responses: Responses,
): InterfaceCall {
  const { refuse: respondNo, succeed } = responses;
  const common = {
    operation: path,
    credentials: { token: tokenOf(request, arrived) },
    address: request.address,
    refuse: respondNo,
  };
  // Without an operation, the area is unknown.
  if (operation === undefined) return { ...common, carryOut: () => refuse(CODES.badRequest) };
  return {
    ...common,
    scope: operation.scope,
    carryOut: (call) => {
      if (arrived.unreadable !== undefined) refuse(arrived.unreadable);
      return succeed(operation.carryOut(call, arrived, responses.isJson));
    },
  };
}

const DELETING = { name: 'sch_del', at: ['mms.do', 'vms.do'] as readonly Path[] };

function chosen(
  path: Path,
  { fields }: ArrivedFields,
  operations: readonly HttpOperation[],
  { deletesAt }: HttpSettings,
): HttpOperation | undefined {
  const deletes = deletesAt === 'all' && DELETING.at.includes(path) && fields.has(DELETING.name);
  const endpoint = endpointOf(deletes ? DELETE_SCHEDULED.path : path, fields);
  return operations.find((operation) => operation.endpoint === endpoint);
}

const BEARER = /^Bearer +([!-~]+) *$/i;

/** The header takes precedence over the parameter (section 5). */
function tokenOf({ headers }: CompleteRequest, { fields }: ArrivedFields): string {
  return BEARER.exec(headers.authorization ?? '')?.[1] ?? fields.get(EVERYWHERE.token) ?? '';
}

interface Responses {
  readonly isJson: boolean;
  succeed(text: string): HttpResponse;
  refuse: InterfaceCall['refuse'];
}

function responsesOf(path: Path, { fields }: ArrivedFields, settings: HttpSettings): Responses {
  const isJson = fields.get(EVERYWHERE.format) === 'json' || path === GET_PROFILE.path;
  const type = isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
  return {
    isJson,
    succeed: (text) => httpResponse(200, type, text),
    refuse: (code, message, invalidNumbers = []) => {
      const error = { code, message, invalidNumbers };
      const text = isJson ? JSON.stringify(errorJson(path, error)) : writeErrorText(error);
      return httpResponse(settings.errorStatus, type, text);
    },
  };
}

/** If authorization fails, the error of the profile is a word (section 7). */
const AUTHORIZATION_FAILED = 'authorization_failed';

function errorJson(path: Path, error: ErrorAnswer): unknown {
  if (path !== GET_PROFILE.path) return writeErrorJson(error);
  const { code, message } = error;
  return writeProfileError({ code: code === CODES.wrongCredentials ? AUTHORIZATION_FAILED : code, message });
}

interface ArrivedFields extends RequestFields {
  readonly unreadable: RefusalCode | undefined;
}

const MAX_FIELDS = 10_000;

/** In these fields, bytes outside the charset are treated as special characters (section 7: 11). */
const TEXTS = /^(?:message|tts|subject|smil|param[1-4])$/;

/**
 * Reads the fields of a request. If the request is not completely readable, returns the fields that determine the
 * response format and the account.
 */
function arrivedFields(path: string, request: CompleteRequest, formReader: FormReader | undefined): ArrivedFields {
  const contentType = request.headers['content-type'];
  const isForm = [FORM, ''].includes(parseContentType(contentType).mediaType);
  const { query, body } = request;
  try {
    checkAmount(query, isForm ? body : NOTHING);
    return { ...readRequestFields({ path, query, contentType, body, formReader }), unreadable: undefined };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const unreadable = TEXTS.test(problem.path) ? CODES.textNotAccepted : CODES.badRequest;
    return { fields: asciiFields(query, isForm ? body : NOTHING), files: new Map(), unreadable };
  }
}

/** Counts the fields before they are parsed. @throws Problem */
function checkAmount(query: string, form: Uint8Array): void {
  let count = query.split('&', MAX_FIELDS + 1).length;
  for (let at = form.indexOf(AMPERSAND); at !== -1 && count <= MAX_FIELDS; at = form.indexOf(AMPERSAND, at + 1)) {
    count += 1;
  }
  if (count > MAX_FIELDS) throw new Problem(`the request has more than ${MAX_FIELDS} fields`);
}

const AMPERSAND = 0x26;

/** Reads the fields of the query and of a form in a charset that accepts all bytes. */
function asciiFields(query: string, form: Uint8Array): RequestFields['fields'] {
  try {
    checkAmount(query, form);
    return new Map([Buffer.from(query), form].flatMap((input) => readForm(input, LATIN1, 'itself')));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return new Map();
  }
}

const LATIN1 = 'iso-8859-1';

const NOTHING = new Uint8Array();
