import { PERSON_NAMES } from '../world/pool.js';
import { accountOf } from '../world/world.js';
import { filesOf, newName, type Scene } from './scene.js';

/** Words of a command. */
export type Words = readonly string[];

interface Choice {
  readonly weight: number;
  readonly make: (scene: Scene) => Words | undefined;
}

const CHOICES: readonly Choice[] = [
  { weight: 5, make: plan },
  { weight: 9, make: apply },
  { weight: 3, make: verify },
  { weight: 4, make: (scene) => removePlan(scene) },
  { weight: 4, make: removeApply },
  { weight: 3, make: sync },
  { weight: 2, make: restore },
  { weight: 1, make: exportBook },
  { weight: 2, make: importBook },
  { weight: 2, make: dedupePlan },
  { weight: 2, make: dedupeApply },
  { weight: 2, make: changeNumber },
];

/** A command that the documentation allows in this state. */
export function someCommand(scene: Scene): Words {
  const { random } = scene;
  const sum = CHOICES.reduce((total, { weight }) => total + weight, 0);
  for (;;) {
    let left = random.below(sum);
    const choice = CHOICES.find(({ weight }) => (left -= weight) < 0);
    const words = choice?.make(scene);
    if (words !== undefined) return words;
  }
}

/** Options that make a proposed command fit for a round. */
export function fitted(scene: Scene, words: Words): Words {
  const [name] = words;
  const settles = (name === 'plan' || name === 'apply' || name === 'import') && !words.includes('--settle-ms');
  const known = words.map((word) => (word === 'ANOTHER_FILE' ? newName(scene, 'plan-', '.json') : word));
  return [...known, ...(settles ? settle(scene) : [])];
}

function settle({ settleMs }: Scene): Words {
  return ['--settle-ms', String(settleMs)];
}

/** Usually the first profile, sometimes the other address of the same account. */
function profile({ random, switches }: Scene, name: string): string {
  return switches.aliases && random.chance(0.25) ? `${name}2` : name;
}

export function plan(scene: Scene): Words {
  const { random, switches } = scene;
  const out = random.chance(0.1)
    ? (random.pick(filesOf(scene, 'plan-', '.json')) ?? newName(scene, 'plan-', '.json'))
    : newName(scene, 'plan-', '.json');
  const force = random.chance(0.1) ? ['--force'] : [];
  const isSelf = switches.aliases && random.chance(0.15);
  const [from, to] = isSelf
    ? ['new2', 'new']
    : [profile(scene, random.chance(0.05) ? 'other' : 'old'), profile(scene, 'new')];
  return ['plan', '--from', from, '--to', to, '--out', out, ...force, ...settle(scene)];
}

export function apply(scene: Scene): Words | undefined {
  const { random } = scene;
  const file = random.pick(filesOf(scene, 'plan-', '.json'));
  if (file === undefined) return undefined;
  const journal = random.chance(0.1) ? ['--journal', newName(scene, 'second-', '.journal')] : [];
  const concurrency = random.chance(0.4) ? ['--concurrency', String(1 + random.below(3))] : [];
  const from = random.chance(0.04) ? ['--from', 'other'] : [];
  const dry = random.chance(0.05) ? ['--dry-run'] : [];
  return ['apply', file, ...settle(scene), ...journal, ...concurrency, ...ifChanged(scene), ...from, ...dry];
}

function verify(scene: Scene): Words {
  const { random } = scene;
  const file = random.pick(filesOf(scene, 'plan-', '.json'));
  const extra = random.chance(0.3) ? ['--allow-extra'] : [];
  if (file !== undefined && random.chance(0.6)) return ['verify', '--plan', file, ...extra];
  return ['verify', '--from', profile(scene, 'old'), '--to', profile(scene, 'new'), ...extra];
}

export function removePlan(scene: Scene, of?: string): Words | undefined {
  const { random } = scene;
  const file = of ?? random.pick(filesOf(scene, 'plan-', '.json'));
  if (file === undefined) return undefined;
  const accept = random.pick([
    [],
    ['--accept', 'name,info,duplicate'],
    ['--accept', 'name,info,duplicate'],
    ['--accept', 'name'],
    ['--accept', 'duplicate,info'],
  ]);
  return ['remove', file, '--out', newName(scene, 'removal-', '.json'), ...accept];
}

function removeApply(scene: Scene): Words | undefined {
  const { random } = scene;
  const file = random.pick(filesOf(scene, 'removal-', '.json'));
  if (file === undefined) return undefined;
  const from = random.chance(0.06) ? ['--from', random.pick(['other', 'old2'])] : [];
  const dry = random.chance(0.05) ? ['--dry-run'] : [];
  return ['apply', file, ...ifChanged(scene), ...from, ...dry];
}

export function exportBook(scene: Scene): Words {
  const ending = scene.random.pick(['.jsonl', '.csv']);
  return [
    'export',
    '--profile',
    profile(scene, scene.random.pick(['old', 'new', 'other'])),
    '--out',
    newName(scene, 'book-', ending),
  ];
}

function importBook(scene: Scene): Words | undefined {
  const { random } = scene;
  const books = [...filesOf(scene, 'book-', '.jsonl'), ...filesOf(scene, 'book-', '.csv')];
  const backups = filesOf(scene, 'removal-', '.json');
  const file = random.pick([...books, ...backups]);
  if (file === undefined) return undefined;
  const format = file.endsWith('.json') ? ['--format', 'jsonl'] : [];
  return ['import', file, ...format, '--profile', profile(scene, random.pick(['old', 'new', 'new'])), ...settle(scene)];
}

/** Applies the plan of a dedupe. */
export function applyDedupe(scene: Scene, file: string): Words {
  const skip = scene.random.chance(0.3) ? ['--if-changed', 'skip'] : [];
  return ['apply', file, ...skip, '--profile', scene.fixed.get(file) ?? 'new', ...settle(scene)];
}

export function dedupePlan(scene: Scene): Words {
  const { random } = scene;
  const accept = random.chance(0.5) ? ['--accept', 'name'] : [];
  const to = profile(scene, random.pick(['old', 'new', 'new']));
  const out = newName(scene, 'fix-', '.json');
  scene.fixed.set(out, to);
  return ['dedupe', '--profile', to, '--out', out, ...accept];
}

function dedupeApply(scene: Scene): Words | undefined {
  const { random } = scene;
  const file = random.pick(filesOf(scene, 'fix-', '.json'));
  if (file === undefined) return undefined;
  // Another account is refused.
  const of = scene.fixed.get(file) ?? 'new';
  return ['apply', file, ...ifChanged(scene), '--profile', random.chance(0.1) ? 'other' : of, ...settle(scene)];
}

function changeNumber(scene: Scene): Words | undefined {
  const { random, world } = scene;
  const of = profile(scene, random.pick(['old', 'new']));
  const group = random.pick(
    accountOf(world.profiles, of)
      .groups.list()
      .filter(({ size }) => size > 0),
  );
  const contact = random.pick(group?.contacts() ?? []);
  if (group === undefined || contact === undefined) return undefined;
  const out = newName(scene, 'fix-', '.json');
  scene.fixed.set(out, of);
  const to = ['--id', String(group.id), '--plan', out, '--profile', of, ...settle(scene)];
  if (random.chance(0.5)) return ['numbers', 'remove', group.name, contact.number, ...to];
  const name = random.pick(PERSON_NAMES);
  return ['numbers', 'rename', group.name, contact.number, '--name', name, ...to];
}

/** Adds to one account, or mirrors it; with few deletions they are refused. */
export function sync(scene: Scene): Words {
  const { random } = scene;
  const isMirror = random.chance(0.5);
  const deletes = isMirror ? ['--delete', '--max-delete', String(random.pick([2, 100]))] : [];
  const folder = ['--folder', `sync-${isMirror ? 'delete' : 'add'}`];
  const from = profile(scene, random.chance(0.1) ? 'other' : 'old');
  return ['sync', '--from', from, '--to', profile(scene, 'new'), ...folder, ...deletes, ...settle(scene)];
}

export function restore(scene: Scene): Words | undefined {
  const { random } = scene;
  const file = random.pick(filesOf(scene, 'book-', '.jsonl'));
  if (file === undefined) return undefined;
  const to = profile(scene, random.pick(['old', 'new']));
  return ['restore', file, '--to', to, '--max-delete', String(random.pick([2, 100])), ...settle(scene)];
}

function ifChanged({ random }: Scene): Words {
  return random.pick([[], [], ['--if-changed', 'skip'], ['--if-changed', 'replan']]) ?? [];
}
