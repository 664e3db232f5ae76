import { SmsService } from '../../../generated/service.js';
import type * as types from '../../../generated/types.js';
import { ValidationError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { targetOf } from '../../local-server/messages.js';
import type { Codec } from '../../soap/decoder/codec.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { documentOf } from '../../soap/messages/attachments.js';
import { writeMessage } from '../../soap/messages/envelope.js';
import type { Operation } from '../../soap/messages/operation.js';
import { RequestRefused, readRequest as readEnvelope } from '../../soap/messages/request.js';
import { toUtf8 } from '../../xml/charset.js';
import type { HttpRequest, ReadRequest } from '../contract/contract.js';
import { fieldCredentials } from '../contract/head-credentials.js';
import { leavesOf } from '../contract/values.js';
import type { RecordedRequest } from '../har/recording.js';

/** Input and output of each operation. Written out so that the public declarations do not contain the codecs. */
interface Operations {
  soap_AddGroup: [types.soap_AddGroupInput, types.soap_AddGroupOutput];
  soap_AddNumber: [types.soap_AddNumberInput, types.soap_AddNumberOutput];
  soap_CheckPoints: [types.soap_CheckPointsInput, types.soap_CheckPointsOutput];
  soap_DelGroup: [types.soap_DelGroupInput, types.soap_DelGroupOutput];
  soap_DelNumber: [types.soap_DelNumberInput, types.soap_DelNumberOutput];
  soap_DelSchSmsById: [types.soap_DelSchSmsByIdInput, types.soap_DelSchSmsByIdOutput];
  soap_GetGroups: [types.soap_GetGroupsInput, types.soap_GetGroupsOutput];
  soap_GetNumbers: [types.soap_GetNumbersInput, types.soap_GetNumbersOutput];
  soap_GetSenders: [types.soap_GetSendersInput, types.soap_GetSendersOutput];
  soap_GetSmsByDate: [types.soap_GetSmsByDateInput, types.soap_GetSmsByDateOutput];
  soap_GetSmsByIds: [types.soap_GetSmsByIdsInput, types.soap_GetSmsByIdsOutput];
  soap_SendMulti: [types.soap_SendMultiInput, types.soap_SendMultiOutput];
  soap_SendSms: [types.soap_SendSmsInput, types.soap_SendSmsOutput];
  soap_SendSmsExt: [types.soap_SendSmsExtInput, types.soap_SendSmsExtOutput];
}

export type OperationName = keyof Operations;

/** The input of an operation, by its name in the WSDL. */
export type InputOf<K extends OperationName> = Operations[K][0];

/** The output of an operation, by its name in the WSDL. */
export type OutputOf<K extends OperationName> = Operations[K][1];

// Does not compile if the WSDL has an operation that the table lacks.
const OPERATIONS: {
  readonly [K in keyof typeof SmsService.operations]: Operation<InputOf<K>, OutputOf<K>>;
} = SmsService.operations;

export function operationOf(name: string): Operation<unknown, unknown> {
  return OPERATIONS[name as OperationName];
}

export function* fieldPaths(): Iterable<string> {
  for (const { input } of Object.values<Operation<unknown, unknown>>(OPERATIONS)) yield* pathsOf(input, '');
}

function* pathsOf(codec: Codec<unknown>, path: string): Generator<string, void, undefined> {
  const { item, fields } = codec;
  if (item !== undefined) yield* pathsOf(item, path);
  else if (fields === undefined) yield path;
  else {
    for (const name of fields.names) {
      const field = fields.find(name);
      if (field !== undefined && name !== 'client') yield* pathsOf(field.codec, path === '' ? name : `${path}.${name}`);
    }
  }
}

const NOBODY = { username: 'username', password: 'password' };

function inputOf({ input }: Pick<ReadRequest, 'input'>): Readonly<Record<string, unknown>> {
  return { client: NOBODY, ...input };
}

export function writeRequest(request: ReadRequest): RecordedRequest {
  const known = operationOf(request.operation);
  return {
    method: 'POST',
    target: '',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${known.soapAction}"` },
    text: writeMessage(SmsService, known, known.input, inputOf(request)),
  };
}

export interface DecodedEnvelope {
  readonly operation: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
}

export function decodeEnvelope(body: Uint8Array | string, contentType?: string): DecodedEnvelope {
  const [bytes, header] = typeof body === 'string' ? [Buffer.from(body, 'utf8'), undefined] : [body, contentType];
  try {
    const { document, contentType: type } = documentOf(bytes, header);
    const { operation, input } = readEnvelope(SmsService, toUtf8(document, type.charset), DEFAULT_LIMITS);
    return { operation: operation as OperationName, input: input as DecodedEnvelope['input'] };
  } catch (error) {
    if (error instanceof RequestRefused) throw new ValidationError('body', `is no request: ${error.fault.faultString}`);
    if (error instanceof Problem) throw new ValidationError('body', `is no request: ${error.message}`);
    throw error;
  }
}

/** Decodes a request. @throws ValidationError if it is invalid */
export function readRequest({ method, url, headers, body }: HttpRequest): ReadRequest {
  if (method !== 'POST') throw new ValidationError('method', `is no request: ${method} instead of POST`);
  const { operation, input } = decodeEnvelope(body, headers['content-type']);
  const { client, ...parts } = input;
  const credentials = [...leavesOf(client, 'client')].map(({ path, name, value }) => ({
    path,
    value: String(value),
    isSecret: name === 'password',
    identifiesAccount: true as const,
  }));
  const { query } = targetOf(url);
  return { operation, input: parts, credentials: [...credentials, ...fieldCredentials(new URLSearchParams(query))] };
}

export function operationNamed({ headers, body }: HttpRequest): string | undefined {
  if (typeof body === 'string') return /<(?:[\w.-]+:)?(soap_\w+)/.exec(body)?.[1];
  return /#(\w+)"?$/.exec(headers['soapaction'] ?? '')?.[1];
}
