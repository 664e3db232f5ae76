/**
 * The runtime for generated code with plain types: structs of optional fields, arrays and simple types. The client of
 * the SMS service needs no other types and loads only this module.
 *
 * @module
 */

export { type Caller, type CallOptions, caller, type StubOptions } from './caller.js';
export { array } from './codecs/array.js';
export { lazy } from './codecs/lazy.js';
export * from './codecs/scalars.js';
export { struct } from './codecs/struct.js';
export type { ArrayCodec, Codec, StructCodec } from './decoder/codec.js';
export { type Operation, operation, type Service, service } from './messages/operation.js';
