import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { broke, type Scene } from '../steps/scene.js';
import { isMark } from './compare.js';

/** Looks for temporary files and for groups that were made to tell accounts apart, when all has come to its end. */
export function checkLeftOvers(scene: Scene): void {
  const { folder, endings, world } = scene;
  const names = readdirSync(folder);
  const wasKilled = endings.some(({ code }) => code === null);
  for (const name of names) {
    if (!wasKilled && /\.(?:part|tmp|lock)$/.test(name)) broke(scene, `a file is left over: ${name}`);
  }
  const noted = new Set<string>();
  for (const name of names.filter((one) => one.endsWith('.mark'))) {
    const plan = name.slice(0, -'.mark'.length);
    const last = endings.findLast(
      ({ args }) => args[0] === 'remove' && args.includes(plan) && !args.includes('--dry-run'),
    );
    if (last?.code === 0) broke(scene, `a note of a mark is left over after ${last.args.join(' ')}`);
    for (const mark of readFileSync(path.join(folder, name), 'utf8').split('\n')) noted.add(mark);
  }
  for (const { username, groups } of world.accounts) {
    for (const group of groups.list()) {
      if (isMark(group) && !noted.has(group.name))
        broke(scene, `a mark is left over that no note names: ${username}/${group.name}`);
    }
  }
  for (const name of names) {
    if (
      /^(?:plan|removal|book)-.*\.(?:json|jsonl|csv)$/.test(name) &&
      readFileSync(path.join(folder, name), 'utf8').includes('sms-service-mark-')
    ) {
      broke(scene, `a mark is in a file: ${name}`);
    }
  }
}
