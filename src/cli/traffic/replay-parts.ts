import { PROTOCOLS } from '../../replay/protocols.js';
import { type ConvertReport, convertRecordings } from '../../replay/upkeep/convert-cassette.js';
import { type MergedFiles, type MergeReport, mergeRecordings } from '../../replay/upkeep/merge-cassettes.js';

/** The parts of recorded traffic that commands use: one file of the build, loaded when such a command runs. */
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

/** Writes a cassette in the format of another file name. */
export function convertCassette(from: string, to: string): Promise<ConvertReport> {
  return convertRecordings(PROTOCOLS, from, to);
}

/** Merges the calls of two branches. */
export function mergeCassettes(files: MergedFiles): MergeReport {
  return mergeRecordings(PROTOCOLS, files);
}
