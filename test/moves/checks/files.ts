import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A line of a plan or a book, with the fields of all kinds. */
export interface Line {
  readonly kind?: string;
  readonly end?: unknown;
  readonly labels?: { readonly from: string; readonly to: string };
  readonly accepted?: readonly string[];
  readonly name?: string;
  readonly info?: string;
  readonly number?: string;
  readonly id?: number;
  readonly groupId?: number;
  readonly as?: string;
  /** Of a migration: a record of its own; of a backup: the name of the group. */
  readonly group?: PlannedGroup | string;
  readonly add?: { readonly number: string; readonly name: string };
}

/** A group in the plan of a migration. */
export interface PlannedGroup {
  readonly id: number;
  readonly name: string;
  readonly as?: string;
  readonly action: 'create' | 'merge' | 'into' | 'skip' | 'conflict';
}

/** The group that a line of a migration plans. */
export function plannedGroup({ group }: Line): PlannedGroup | undefined {
  return typeof group === 'object' ? group : undefined;
}

/** The lines of a file of JSON Lines; a line that is none ends them. */
export function linesOf(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  const lines: Line[] = [];
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    if (text === '') continue;
    try {
      lines.push(JSON.parse(text) as Line);
    } catch {
      break;
    }
  }
  return lines;
}

/** The first line of a plan: which profiles it names. */
export function labelsOf(file: string): { readonly from: string; readonly to: string } | undefined {
  const [head] = linesOf(file);
  return head?.labels;
}

/** The plans in a folder that delete, whole ones only: of removal or of corrections. */
export function backupsIn(folder: string, ...kinds: readonly ('removal' | 'fix')[]): readonly string[] {
  return readdirSync(folder)
    .filter((name) => kinds.some((kind) => name.startsWith(`${kind}-`)) && name.endsWith('.json'))
    .map((name) => path.join(folder, name))
    .filter((file) => linesOf(file).at(-1)?.kind === 'end');
}

/** A group in a plan of removal, with its numbers. */
export interface BackedUp {
  readonly file: string;
  readonly id: number;
  readonly name: string;
  readonly info: string;
  readonly as: string;
  readonly accepted: readonly string[];
  readonly contacts: readonly { readonly number: string; readonly name: string }[];
}

/** What a plan of removal holds. */
export function backupOf(file: string): readonly BackedUp[] {
  const lines = linesOf(file);
  const accepted = lines[0]?.accepted ?? [];
  const groups: (BackedUp & { contacts: { number: string; name: string }[] })[] = [];
  for (const { kind, id = 0, name = '', info = '', as = name, number = '' } of lines) {
    if (kind === 'group') groups.push({ file, id, name, info, as, accepted, contacts: [] });
    else if (kind === 'number') groups.at(-1)?.contacts.push({ number, name });
  }
  return groups;
}
