import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { broke, type Scene } from '../steps/scene.js';
import { isMark } from './compare.js';

/** Looks for temporary files and for groups that were made to tell accounts apart, when all has come to its end. */
export function checkLeftOvers(scene: Scene): void {
  const { folder, endings } = scene;
  const names = readdirSync(folder);
  const wasKilled = endings.some(({ code }) => code === null);
  for (const name of names) {
    if (!wasKilled && /\.(?:part|tmp|lock)$/.test(name)) broke(scene, `a file is left over: ${name}`);
  }
  const noted = new Set<string>();
  for (const name of names.filter((one) => one.endsWith('.mark'))) {
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
    for (const line of lines) noted.add(line.split('\t')[0] ?? '');
    const plan = name.slice(0, -'.mark'.length);
    const last = endings.findLast(({ args }) => args[1] === 'apply' && args[2] === plan);
    if (last?.code !== 0) continue;
    // All that was on its way has arrived before the last run.
    const left = marksOf(scene).filter(({ mark }) => lines.some((line) => line.startsWith(mark)));
    for (const { mark } of left) broke(scene, `a mark is left over after ${last.args.join(' ')}: ${mark}`);
  }
  for (const { username, mark } of marksOf(scene)) {
    if (!noted.has(mark)) broke(scene, `a mark is left over that no note names: ${username}/${mark}`);
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

function marksOf({ world }: Scene): readonly { readonly username: string; readonly mark: string }[] {
  return world.accounts.flatMap(({ username, groups }) =>
    groups
      .list()
      .filter((group) => isMark(group))
      .map(({ name }) => ({ username, mark: name })),
  );
}
