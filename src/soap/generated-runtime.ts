/**
 * The one entry that generated code imports. Hand-written code imports the files themselves.
 *
 * @module
 */
export { array } from './array.js';
export { type Caller, type CallOptions, caller, type StubOptions } from './caller.js';
export type { ArrayCodec, Codec, StructCodec } from './codec.js';
export { lazy } from './lazy.js';
export { type Operation, operation, type Service, service } from './operation.js';
export * from './scalars.js';
export { struct } from './struct.js';
