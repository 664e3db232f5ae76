import { constants } from 'node:fs';

export const OWN = 0o600;

/** Does not exist on Windows. */
const NO_LINK: number = constants.O_NOFOLLOW ?? 0;

export const APPEND_EXISTING: number = constants.O_WRONLY | constants.O_APPEND | NO_LINK;
export const APPEND: number = APPEND_EXISTING | constants.O_CREAT;
/** The same for a file that must not be there. */
export const APPEND_NEW: number = APPEND | constants.O_EXCL;
