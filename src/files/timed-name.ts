import { lstatSync } from 'node:fs';

/** Returns a free name with a time to the second. @param nameWith - creates it from the time */
export function timedName(nameWith: (time: string) => string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  let name = nameWith(time);
  for (let count = 2; lstatSync(name, { throwIfNoEntry: false }) !== undefined; count++)
    name = nameWith(`${time}-${count}`);
  return name;
}
