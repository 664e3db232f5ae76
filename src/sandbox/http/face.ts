import { CODES } from '../../domain/codes.js';
import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { GET_PROFILE } from '../../http-client/description/endpoints/account.js';
import { DELETE_SCHEDULED } from '../../http-client/description/endpoints/sms.js';
import { EVERYWHERE } from '../../http-client/description/endpoints.js';
import {
  type ErrorAnswer,
  writeErrorJson,
  writeErrorText,
  writeProfileError,
} from '../../http-client/description/parts/errors.js';
import { endpointOf } from '../../http-client/description/received/endpoint-of.js';
import { formReaderFor } from '../../http-message/multipart/read-multipart.js';
import {
  type Handle,
  type HttpResponse,
  httpResponse,
  plainResponse,
  promptly,
  type WholeRequest,
} from '../../local-server/messages.js';
import type { Route } from '../../local-server/router.js';
import type { Answer, Face, FaceCall } from '../faces/face.js';
import { UnusableOption } from '../gateway/operations/unusable-option.js';
import { refuse } from '../gateway/refusal/refusal.js';
import type { HttpSettings } from '../options/http-options.js';
import { accountOperations } from './account-operations.js';
import { type ArrivedFields, arrivedFields } from './arrived-fields.js';
import { messageOperations } from './message-operations.js';
import type { HttpOperation } from './operation.js';

const PATHS = ['sms.do', 'mms.do', 'vms.do', 'profile', 'user.do', 'sender.do', 'hlr.do'] as const;

type Path = (typeof PATHS)[number];

/** The paths at which the current variant takes requests by POST alone (section 4). */
const SENDS: readonly Path[] = ['sms.do', 'mms.do', 'vms.do'];

/**
 * Makes the face that speaks the HTTP interface (specification sections 4.1 to 4.8).
 *
 * @param variant - the one whose endpoints it has; `undefined` for those of both
 */
export function httpFace(settings: HttpSettings, variant: InterfaceVariant | undefined): Face {
  const operations = [...messageOperations(settings), ...accountOperations(settings)].filter(
    ({ endpoint }) => variant === undefined || endpoint.variants.includes(variant),
  );
  const paths = PATHS.filter((path) => operations.some(({ endpoint }) => endpoint.path === path));
  return {
    name: 'http',
    operations: paths,
    help: (origin) => `The HTTP interface is at ${origin}/ (${paths.join(', ')}); requests need a token of an account.`,
    routes: (_, answer) =>
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

/** Makes what reacts to the requests of a path. */
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
      // These words are the gateway's own, and whoever set it up has to learn them; others are not for the outside.
      const why = error instanceof UnusableOption ? `: ${error.message}` : '';
      return promptly(responses.refuse(INTERNAL, `The gateway failed${why}`));
    }
  };
}

/** An internal error (docs/errors.md). */
const INTERNAL = 999;

function callOf(
  path: Path,
  request: WholeRequest,
  arrived: ArrivedFields,
  operation: HttpOperation | undefined,
  responses: Responses,
): FaceCall {
  const { refuse: respondNo, succeed } = responses;
  const common = {
    operation: path,
    credentials: { token: tokenOf(request, arrived) },
    address: request.address,
    refuse: respondNo,
  };
  // Which area it is of nobody knows.
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

/** The fields of deleting scheduled messages, and the paths that may take it beside their own. */
const DELETING = { name: 'sch_del', at: ['mms.do', 'vms.do'] as readonly Path[] };

/** Finds the operation that a request is for. */
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

/** The header comes before the parameter (section 5). */
function tokenOf({ headers }: WholeRequest, { fields }: ArrivedFields): string {
  return BEARER.exec(headers.authorization ?? '')?.[1] ?? fields.get(EVERYWHERE.token) ?? '';
}

/** The responses in the form that a request asks for. */
interface Responses {
  readonly isJson: boolean;
  succeed(text: string): HttpResponse;
  refuse: FaceCall['refuse'];
}

function responsesOf(path: Path, { fields }: ArrivedFields, settings: HttpSettings): Responses {
  const isJson = fields.get(EVERYWHERE.format) === 'json' || path === GET_PROFILE.path;
  const type = isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
  return {
    isJson,
    succeed: (text) => httpResponse(200, type, text),
    refuse: (code, message, invalidNumbers = []) => {
      const error = { code, message, invalidNumbers };
      const text = isJson ? JSON.stringify(errorJson(path, error, settings)) : writeErrorText(error);
      return httpResponse(settings.errorStatus, type, text);
    },
  };
}

/** The error of the profile whose authorisation failed is a word (section 7). */
const AUTHORIZATION_FAILED = 'authorization_failed';

function errorJson(path: Path, error: ErrorAnswer, { profileErrorAs }: HttpSettings): unknown {
  if (path !== GET_PROFILE.path) return writeErrorJson(error);
  const { code, message } = error;
  const isWord = profileErrorAs === 'word' && code === CODES.wrongCredentials;
  return writeProfileError({ code: isWord ? AUTHORIZATION_FAILED : code, message });
}
