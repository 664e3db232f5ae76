import path from 'node:path';
import { broke } from '../steps/scene.js';
import { accountOf } from '../world/world.js';
import { differences, isMark } from './compare.js';
import { labelsOf, linesOf } from './files.js';
import { after, type Finished } from './finished.js';

/** Checks `verify`: 0 if both sides are equal, otherwise 1, with the duplicates in its output. */
export function checkVerify({ scene, args, code, out, isQuiet }: Finished): void {
  if (!isQuiet || code > 1) return;
  const { profiles } = scene.world;
  const given = after(args, '--plan');
  const plan = given === undefined ? undefined : path.join(scene.folder, given);
  const labels = plan === undefined ? undefined : labelsOf(plan);
  const from = accountOf(profiles, after(args, '--from') ?? labels?.from ?? '');
  const to = accountOf(profiles, after(args, '--to') ?? labels?.to ?? '');
  const all = differences(from, to, plan);
  const found = args.includes('--allow-extra') ? all.filter((line) => !line.startsWith('extra')) : all;
  const what = args.join(' ');
  if (code === 0 && found.length > 0) broke(scene, `ended with 0, and they differ: ${what}: ${found.join('; ')}`);
  if (code === 1 && found.length === 0) broke(scene, `ended with 1, and both are the same: ${what}`);
  const lines = out.split('\n');
  for (const line of found.filter((one) => one.startsWith('twice'))) {
    const [, group = ''] = line.split('\t');
    if (!lines.some((one) => one.startsWith('! duplicate\t') && one.endsWith(`in ${group}`))) {
      broke(scene, `does not tell of what is there twice: ${what}: ${line}`);
    }
  }
}

/** Checks an export of an unchanged account: it contains the account, and no mark. */
export function checkExport({ scene, args, code, isQuiet }: Finished): void {
  const file = path.join(scene.folder, after(args, '--out') ?? '');
  if (code !== 0 || !isQuiet || file.endsWith('.csv')) return;
  const account = accountOf(scene.world.profiles, after(args, '--profile') ?? '');
  const wanted = account.groups.list().flatMap((group) => {
    const { name, info } = group;
    const numbers = group.contacts().map((contact) => [name, contact.number, contact.name].join('\t'));
    return isMark(group) ? [] : [[name, info].join('\t'), ...numbers];
  });
  const written = linesOf(file).map(({ kind, name, info, group, number }) =>
    (kind === 'group' ? [name, info] : [group, number, name]).join('\t'),
  );
  if (sorted(wanted) !== sorted(written)) broke(scene, `ended with 0, and has not what is there: ${args.join(' ')}`);
}

function sorted(lines: readonly string[]): string {
  return [...lines].sort((one, other) => (one < other ? -1 : 1)).join('\n');
}
