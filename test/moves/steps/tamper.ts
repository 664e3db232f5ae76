import { copyFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newName, type Scene } from './scene.js';

/** Copies journals, restores old copies, edits copies of plans, and touches files. No command is running. */
export function tamper(scene: Scene): void {
  const { random, folder, log } = scene;
  const names = readdirSync(folder);
  const journals = names.filter((name) => name.endsWith('.journal'));
  for (const name of journals) {
    const [file, copy] = [path.join(folder, name), path.join(folder, `${name}.kept`)];
    if (existsSync(copy) && random.chance(0.5)) {
      log.push(`somebody puts back an old copy of ${name}`);
      copyFileSync(copy, file);
    } else if (random.chance(0.5)) {
      log.push(`somebody copies ${name}`);
      copyFileSync(file, copy);
    }
    if (random.chance(0.3)) writeFileSync(file, '{"beg', { flag: 'a' });
  }
  const plans = names.filter((name) => /^(?:plan|removal|fix)-\d+\.json$/.test(name));
  const plan = random.pick(plans);
  if (plan !== undefined && random.chance(0.5)) edit(scene, plan);
  for (const name of names) {
    if (!random.chance(0.2)) continue;
    const at = new Date(Date.now() + (random.below(2000) - 1000) * 60_000);
    utimesSync(path.join(folder, name), at, at);
  }
}

/** A copy of a plan with a removed, added or changed line, which must be refused. */
function edit(scene: Scene, plan: string): void {
  const { random, folder, log } = scene;
  const lines = readFileSync(path.join(folder, plan), 'utf8').split('\n').slice(0, -1);
  const numbers = lines.flatMap((line, index) => (/^\{"(?:addNumber|entry|deleteNumber)"/.test(line) ? [index] : []));
  const index = random.pick(numbers);
  if (index === undefined) return;
  const line = lines[index] ?? '';
  const what = random.below(4);
  if (what === 0) lines.splice(index, 1);
  else if (what === 1) lines.splice(index, 0, line);
  else if (what === 2) lines.pop();
  else lines.push(line);
  const name = newName(scene, `${plan.split('-')[0]}-edited-`, '.json');
  if (scene.fixed.has(plan)) scene.fixed.set(name, scene.fixed.get(plan) ?? '');
  log.push(`somebody edits a copy of ${plan}: ${name}`);
  writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`);
}
