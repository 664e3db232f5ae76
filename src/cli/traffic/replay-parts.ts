import { PROTOCOLS } from '../../replay/protocols.js';
import { type ConvertReport, convertRecordings } from '../../replay/upkeep/convert-cassette.js';

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

export function convertCassette(from: string, to: string): Promise<ConvertReport> {
  return convertRecordings(PROTOCOLS, from, to);
}
