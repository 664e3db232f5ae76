import path from 'node:path';
import { broke, type Scene } from '../steps/scene.js';
import { numberKey } from '../world/spelling.js';
import { accountOf } from '../world/world.js';
import { labelsOf, linesOf } from './files.js';
import { after, type Finished } from './finished.js';

/** Checks an `apply` of a copy that ended with 0: everything that its plan adds existed at some time. */
export function checkApply({ scene, args }: Finished): void {
  const file = path.join(scene.folder, args[1] ?? '');
  const to = after(args, '--to') ?? labelsOf(file)?.to;
  if (to === undefined) return;
  const { username } = accountOf(scene.world.profiles, to);
  let name = '';
  for (const { addGroup, group, addNumber } of linesOf(file)) {
    if (addGroup !== undefined) {
      name = addGroup.name;
      if (!wasThere(scene, username, name)) missed(scene, args, username, name);
    } else if (typeof group === 'object') name = group.name;
    else if (addNumber !== undefined && !wasThere(scene, username, name, addNumber.number)) {
      missed(scene, args, username, `${name} ${addNumber.number}`);
    }
  }
}

/** Checks an `apply` that reported a changed account: the account has changed. */
export function checkChanged({ scene, args, code, out, before }: Finished): void {
  const planned = scene.planned.get(args[1] ?? '');
  if (code !== 1 || planned === undefined || !out.includes('An account has changed') || args.includes('--from')) return;
  const isChanged = scene.world.ledger.changes.some(
    ({ seq, group }) => seq > Math.min(planned, before) && !group.startsWith('sms-service-mark-'),
  );
  if (!isChanged) broke(scene, `says that an account has changed, and none has: ${args.join(' ')}`);
}

/** Checks an `import` that ended with 0: everything in its file existed at some time. */
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
