import { existsSync } from 'node:fs';
import path from 'node:path';
import { broke, type Scene } from '../steps/scene.js';
import { numberKey } from '../world/spelling.js';
import { accountOf } from '../world/world.js';
import { labelsOf, linesOf, plannedGroup } from './files.js';
import { after, type Finished } from './finished.js';

/** An `apply` that says that all is done: whatever its plan adds must have been there once. */
export function checkApply({ scene, args }: Finished): void {
  const file = lastPlan(path.join(scene.folder, args[1] ?? ''));
  const to = after(args, '--to') ?? labelsOf(file)?.to;
  if (to === undefined) return;
  const { username } = accountOf(scene.world.profiles, to);
  let name = '';
  for (const line of linesOf(file)) {
    const group = plannedGroup(line);
    if (group !== undefined) {
      name = group.as ?? group.name;
      if (group.action === 'create' && !wasThere(scene, username, name)) missed(scene, args, username, name);
    }
    if (line.add !== undefined && !wasThere(scene, username, name, line.add.number)) {
      missed(scene, args, username, `${name} ${line.add.number}`);
    }
  }
}

/** The plan that was made last of what the one that was given has left, because a side had changed. */
export function lastPlan(plan: string): string {
  let last = plan;
  for (let count = 2; existsSync(`${plan}.${count}`); count++) last = `${plan}.${count}`;
  return last;
}

/** An `apply` that says that a side has changed: has it? */
export function checkChanged({ scene, args, code, out, before }: Finished): void {
  const planned = scene.planned.get(args[1] ?? '');
  if (code !== 1 || planned === undefined || !out.includes('is not as it was') || args.includes('--from')) return;
  if (args.includes('--accept-changes')) return;
  const isChanged = scene.world.ledger.changes.some(
    ({ seq, group }) => seq > Math.min(planned, before) && !group.startsWith('sms-service-mark-'),
  );
  if (!isChanged) broke(scene, `says that a side has changed, and none has: ${args.join(' ')}`);
}

/** An `import` that says that all is done: whatever its file has must have been there once. */
export function checkImport({ scene, args, code }: Finished): void {
  if (code !== 0 || (args[1] ?? '').endsWith('.csv')) return;
  const { username } = accountOf(scene.world.profiles, after(args, '--profile') ?? '');
  for (const { kind, group, number } of linesOf(path.join(scene.folder, args[1] ?? ''))) {
    if (kind !== 'number' || typeof group !== 'string') continue;
    if (!wasThere(scene, username, group, number)) missed(scene, args, username, `${group} ${number}`);
  }
}

function wasThere({ world }: Scene, account: string, group: string, number?: string): boolean {
  return world.ledger.changes.some(
    (change) =>
      change.account === account &&
      change.group === group &&
      (number === undefined || change.contacts.some((one) => numberKey(one.number) === numberKey(number))),
  );
}

function missed(scene: Scene, args: readonly string[], account: string, what: string): void {
  broke(scene, `ended with 0, and ${account} never had ${what}: ${args.join(' ')}`);
}
