import { existsSync, lstatSync, renameSync } from 'node:fs';

const STAMP = /\.\d{8}T\d{6}Z(?:-\d+)?$/;

/**
 * A free name for a file that makes room for a new one: its own, with the time behind it.
 *
 * @param endings - of files beside it that go with it, whose names have to be free, too
 */
export function asideName(file: string, endings: readonly string[], now: Date = new Date()): string {
  const stamp = `${file}.${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const isFree = (name: string): boolean =>
    ['', ...endings].every((ending) => lstatSync(name + ending, { throwIfNoEntry: false }) === undefined);
  let name = stamp;
  for (let count = 2; !isFree(name); count++) name = `${stamp}-${count}`;
  return name;
}

/** Tells whether a name is one that {@link asideName} has made for a file. */
export function isAsideOf(name: string, file: string): boolean {
  const ending = name.startsWith(file) ? STAMP.exec(name)?.[0] : undefined;
  return ending !== undefined && name.length === file.length + ending.length;
}

/** Makes room for a new file: the one that is there gets another name, which is given back. */
export function setAside(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const name = asideName(file, []);
  renameSync(file, name);
  return name;
}
