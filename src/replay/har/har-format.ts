import type { CassetteFormat } from './format.js';
import { readHar } from './read-har.js';
import { entryText, harText } from './write-har.js';

/** HAR 1.2, sorted by track. Calls of an operation are adjacent, so that a new recording is a small diff. */
export const HAR: CassetteFormat = {
  read: readHar,
  write: (entries, mark) =>
    harText(
      entries.map(({ text }) => text),
      mark,
    ),
  textOf: entryText,
  sortKeyOf: ({ track = '', startedAtMs }, key) => `${track}\n${key}\n${String(startedAtMs).padStart(16, '0')}`,
};
