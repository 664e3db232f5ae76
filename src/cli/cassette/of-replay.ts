/** What commands need of recordings: one file of the build, loaded when one of these commands runs. */
export {
  callbackRecorder,
  checkCassette,
  importRecordings,
  newCassetteKey,
  redactCassette,
  startRecordingProxy,
  startReplayServer,
} from '../../replay/index.js';
export { observedCassette } from '../../replay/observed-cassette.js';
export { convertCassette, mergeCassettes, shownCassette } from '../../replay/shown-calls.js';
