import { installPackage, programFolder } from '../support/installed-package.js';

/** The folder in which the projects are. */
export const FOLDER: string = programFolder('toolchains');

/** Installs runners, compilers, bundlers and runtimes, and the library beside them as a project of others gets it. */
export function setup(): void {
  installPackage('toolchains', ['projects']);
}
