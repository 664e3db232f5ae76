/**
 * Records calls to the gateway once, and replays them without it.
 *
 * @module
 */

export { type ReplayDifference, ReplayMissError, type ReplayNearest } from '../errors/errors.js';
export type { Fault } from '../soap/messages/fault.js';
export type { CallbackRecorderOptions } from './callbacks/recorder.js';
export type { FetchHandler, ReplayCallbacksOptions, ReplayedCallback } from './callbacks/replay-callbacks.js';
export type { Cassette } from './cassette/cassette.js';
export type { CassetteMode, CassetteOptions } from './cassette/cassette-options.js';
export type { CassetteKeep } from './cassette/recording/keeping.js';
export type { Track } from './cassette/track-run.js';
export type { FieldValue, MatchContext, MatchRule } from './contract/compared-request.js';
export type { Drift } from './contract/drift.js';
export {
  callbackRecorder,
  cassette,
  cassetteFor,
  checkCassette,
  importRecordings,
  redactCassette,
  replayCallbacks,
  replayWithNock,
  startRecordingProxy,
  startReplayServer,
} from './functions.js';
export type { Skipped } from './importers/har-calls.js';
export type { ImportRecordingsOptions, ImportRecordingsReport } from './importers/import-recordings.js';
export type { CassettePrivacy } from './privacy/chosen-privacy.js';
export { newCassetteKey } from './privacy/key.js';
export type { NodeTestContext, RunnersExpect, RunningTest, VitestContext } from './runners/cassette-for.js';
export type { NockReplay, NockReplayOptions } from './serving/nock.js';
export type { RecordingProxy, RecordingProxyOptions } from './serving/recording-proxy.js';
export type { ReplayServer, ReplayServerOptions } from './serving/replay-server.js';
export { faultXml, requestOf, responseXml, type SentRequest } from './soap/messages.js';
export type { InputOf, OutputOf } from './soap/request.js';
export type { DriftReport } from './upkeep/check-cassette.js';
export type { RedactOptions, RedactReport } from './upkeep/redact-cassette.js';
