// Removes what a build left, so that a package never holds files of sources that are gone.
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
