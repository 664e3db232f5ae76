import type { FileKind } from './file-kind.js';
import { bookFiles } from './kinds/books.js';
import { cassetteFiles } from './kinds/cassettes/kinds.js';
import { configFiles } from './kinds/config.js';
import { journalFiles } from './kinds/journals.js';
import { lockFiles } from './kinds/locks.js';
import { planFiles } from './kinds/plans.js';
import { recordingFiles } from './kinds/recordings.js';
import { wsdlFiles } from './kinds/wsdls.js';

/** Each kind of files that the package reads. */
export const FILE_KINDS: readonly FileKind[] = [
  ...cassetteFiles,
  ...recordingFiles,
  ...planFiles,
  ...journalFiles,
  lockFiles,
  configFiles,
  ...bookFiles,
  wsdlFiles,
];
