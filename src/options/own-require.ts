/** Loads a module by its name, as a file of this package does. */
export type Require = (name: string) => unknown;

/** `require` of this package. The build writes it anew for CommonJS: `scripts/build/own-files.ts`. */
export function ownRequire(): Require {
  return process.getBuiltinModule('node:module').createRequire(import.meta.url);
}
