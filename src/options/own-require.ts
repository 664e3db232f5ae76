/** Loads a module by its name, as a file of this package does. */
export type Require = (name: string) => unknown;

export function ownRequire(): Require {
  return process.getBuiltinModule('node:module').createRequire(import.meta.url);
}
