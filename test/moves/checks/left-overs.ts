import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { broke, type Scene } from '../steps/scene.js';
import { isMark } from './compare.js';

/** Finds temporary files and marks of accounts after all runs have ended. */
export function checkLeftOvers(scene: Scene): void {
  const { folder, endings } = scene;
  const names = readdirSync(folder);
  const wasKilled = endings.some(({ code }) => code === null);
  const wasLost = endings.some(({ code }) => code === 5);
  for (const name of names) {
    if (!wasKilled && /\.(?:part|tmp|lock)$/.test(name)) broke(scene, `a file is left over: ${name}`);
  }
  // The next check of two accounts deletes the mark of a process that was killed or lost its connection.
  if (!wasKilled && !wasLost)
    for (const { username, mark } of marksOf(scene)) broke(scene, `a mark remains: ${username}/${mark}`);
  for (const name of names) {
    if (
      /^(?:plan|removal|book)-.*\.(?:json|jsonl|csv)$/.test(name) &&
      readFileSync(path.join(folder, name), 'utf8').includes('sms-service-mark-')
    ) {
      broke(scene, `a mark is in a file: ${name}`);
    }
  }
}

function marksOf({ world }: Scene): readonly { readonly username: string; readonly mark: string }[] {
  return world.accounts.flatMap(({ username, groups }) =>
    groups
      .list()
      .filter((group) => isMark(group))
      .map(({ name }) => ({ username, mark: name })),
  );
}
