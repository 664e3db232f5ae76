export { observedCassette } from '../../replay/functions.js';
export {
  callbackRecorder,
  checkCassette,
  importRecordings,
  newCassetteKey,
  redactCassette,
  startRecordingProxy,
  startReplayServer,
} from '../../replay/index.js';
