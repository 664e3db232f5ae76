import { existsSync, lstatSync, renameSync } from 'node:fs';

const STAMP = /\.\d{8}T\d{6}Z(?:-\d+)?$/;

/**
 * A free name for a file that makes room for a new one: its own, with the time behind it.
 *
 * @param endings - of files beside it that go with it, whose names have to be free, too
 */
export function asideName(file: string, endings: readonly string[], now: Date = new Date()): string {
  const stamp = `${file}.${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  return freeName(
    (count) => stamp + count,
    (name) => ['', ...endings].every((ending) => isFree(name + ending)),
  );
}

/** A free name with a time, to a second, that says when it was given. @param nameWith - makes it of that text */
export function timedName(nameWith: (time: string) => string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return freeName((count) => nameWith(time + count), isFree);
}

/** The first of a name and its variants with `-2`, `-3` and so on that is free. */
function freeName(nameWith: (count: string) => string, isFreeName: (name: string) => boolean): string {
  let name = nameWith('');
  for (let count = 2; !isFreeName(name); count++) name = nameWith(`-${count}`);
  return name;
}

function isFree(name: string): boolean {
  return lstatSync(name, { throwIfNoEntry: false }) === undefined;
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
