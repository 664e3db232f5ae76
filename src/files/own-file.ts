import { constants } from 'node:fs';

/** The mode of what is made: only for whoever makes it, from the beginning on. It may hold telephone numbers. */
export const OWN = 0o600;

/** Does not exist on Windows. */
const NO_LINK: number = constants.O_NOFOLLOW ?? 0;

/** The flags to append to a file that must be there: never through a link that lies there. */
export const APPEND_EXISTING: number = constants.O_WRONLY | constants.O_APPEND | NO_LINK;
/** The same, and the file is made where there is none. */
export const APPEND: number = APPEND_EXISTING | constants.O_CREAT;
/** The same for a file that must not be there. */
export const APPEND_NEW: number = APPEND | constants.O_EXCL;
