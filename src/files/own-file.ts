import { constants } from 'node:fs';

/** The mode of what is made: only for whoever makes it, from the beginning on. It may hold telephone numbers. */
export const OWN = 0o600;

/** Neither exists on Windows. */
const NO_LINK: number = constants.O_NOFOLLOW ?? 0;
const ADDED: number = constants.O_WRONLY | constants.O_APPEND | NO_LINK;

/** The flags to open a file that is added to, and made where there is none: never through a link that lies there. */
export const ADDED_TO: number = ADDED | constants.O_CREAT;
/** The same for one that must be there, and for one that must not. */
export const ADDED_TO_THERE: number = ADDED;
export const ADDED_TO_NEW: number = ADDED | constants.O_CREAT | constants.O_EXCL;
