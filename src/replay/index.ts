/**
 * Recorded traffic: calls are recorded once, and played without a gateway.
 *
 * @module
 */

export { type ReplayDifference, ReplayMissError, type ReplayNearest } from '../errors/errors.js';
export type { Fault } from '../soap/messages/fault.js';
export { type Cassette, cassette } from './cassette/cassette.js';
export type { CassetteMode, CassetteOptions } from './cassette/options.js';
export type { LeftAside } from './foreign/foreign-call.js';
export { type ImportOptions, type ImportReport, importRecordings } from './foreign/import-recordings.js';
export type { FieldValue, MatchContext, MatchRule } from './matching/rules.js';
export type { CassettePrivacy } from './privacy/chosen-privacy.js';
export { newCassetteKey } from './privacy/key.js';
export { type NockReplay, type NockReplayOptions, replayWithNock } from './serving/nock.js';
export { type RecordingProxy, type RecordingProxyOptions, startRecordingProxy } from './serving/recording-proxy.js';
export { type ReplayServer, type ReplayServerOptions, startReplayServer } from './serving/replay-server.js';
export { faultXml, requestOf, responseXml, type SentRequest } from './soap/messages.js';
export type { InputOf, OutputOf } from './soap/request/read-request.js';
export type { ChangedPlace } from './upkeep/changed-places.js';
export { checkCassette, type DriftReport } from './upkeep/check-cassette.js';
export type { Drift } from './upkeep/drift.js';
export { type RedactOptions, type RedactReport, redactCassette } from './upkeep/redact-cassette.js';
