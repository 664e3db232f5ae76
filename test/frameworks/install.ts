import { installPackage, programFolder } from '../support/installed-package.js';

/** The folder in which the programs run. */
export const FOLDER: string = programFolder('frameworks');

/** Installs the frameworks and the packed library. */
export function setup(): void {
  installPackage('frameworks', ['programs', 'next-app']);
}
