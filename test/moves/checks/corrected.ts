import path from 'node:path';
import { broke } from '../steps/scene.js';
import { numberKey } from '../world/spelling.js';
import { accountOf } from '../world/world.js';
import { linesOf } from './files.js';
import { after, type Finished } from './finished.js';

/** Checks a dedupe or an edit that ended with 0 while no other command ran: each number is as planned. */
export function checkCorrected({ scene, args, code, before }: Finished): void {
  if (code !== 0 || scene.alive > 0) return;
  const name = after(args, '--plan') ?? args[1] ?? '';
  const account = accountOf(scene.world.profiles, after(args, '--profile') ?? '');
  const { ledger } = scene.world;
  const lines = linesOf(path.join(scene.folder, name));
  let groupId = 0;
  for (const [index, { group: context, deleteNumber }] of lines.entries()) {
    if (typeof context === 'object') groupId = context.id ?? 0;
    if (deleteNumber === undefined) continue;
    const { number } = deleteNumber;
    const added = lines[index + 1]?.addNumber;
    const wanted = added !== undefined && numberKey(added.number) === numberKey(number) ? added.name : undefined;
    const group = account.groups.list().find(({ id }) => id === groupId);
    const isTouched = ledger.changes.some(
      ({ actor, seq, account: where }) => actor === 'third' && seq > ledger.begun && where === account.username,
    );
    // Done by an earlier run, and changed by another client since.
    const isOlder = ledger.changes.some(({ actor, seq }) => actor === 'run' && seq > ledger.begun && seq <= before);
    if (isTouched || isOlder) continue;
    const names = (group?.contacts() ?? [])
      .filter((one) => numberKey(one.number) === numberKey(number))
      .map((one) => one.name);
    if (JSON.stringify(names) !== JSON.stringify(wanted === undefined ? [] : [wanted])) {
      broke(scene, `ended with 0, and ${number} has the names ${JSON.stringify(names)}: ${args.join(' ')}`);
    }
  }
}
