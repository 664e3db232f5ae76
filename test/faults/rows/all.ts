import { CONNECTIONS } from './connections.js';
import { CUTS } from './cuts.js';
import { ANSWERS } from './responses.js';
import type { Row } from './row.js';
import { STALE_REFUSALS } from './stale.js';
import { TIMES } from './time.js';
import { VERDICTS } from './verdicts.js';

/** All faults of the table. */
export const ROWS: readonly Row[] = [...CONNECTIONS, ...CUTS, ...TIMES, ...ANSWERS, ...STALE_REFUSALS, ...VERDICTS];
