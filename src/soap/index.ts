/**
 * The runtime of generated code: codecs, operations and the caller of a stub, and the errors that a stub rejects with.
 * What an earlier version of the generator has written keeps working with it.
 *
 * @module
 */

export {
  AbortedError,
  ConnectionError,
  DecodeError,
  type FaultDetail,
  HttpStatusError,
  isSmsServiceError,
  type Outcome,
  SmsServiceError,
  SoapFaultError,
  TimeoutError,
  TlsError,
  TransportError,
  ValidationError,
} from '../errors/errors.js';
export { later } from './codecs/later.js';
export { matrix } from './codecs/matrix.js';
export {
  attribute,
  content,
  type Member,
  type Members,
  nillable,
  optional,
  repeated,
  repeatedNillable,
  required,
  requiredAttribute,
} from './codecs/record/members.js';
export { record } from './codecs/record/record.js';
export { list } from './codecs/simple/list.js';
export { restriction } from './codecs/simple/restriction.js';
export { any } from './codecs/typed/any.js';
export { derived, tagged } from './codecs/typed/derived.js';
export type { KnownType } from './codecs/typed/known-types.js';
export type { GenericValue, ScalarValue } from './codecs/typed/value-types.js';
export { type Header, header, withHeaders } from './messages/headers.js';
export { oneWay } from './messages/one-way.js';
export * from './plain-runtime.js';
export { caller, type StubOptions } from './service-caller.js';
