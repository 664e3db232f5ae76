import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Entry {
  readonly number: string;
  readonly name: string;
}

interface Group {
  readonly id: number;
  readonly name: string;
}

/** A line of a plan or an export, with the fields of all kinds. */
export interface Line {
  readonly kind?: string;
  readonly name?: string;
  readonly info?: string;
  readonly number?: string;
  readonly plan?: {
    readonly purpose: string;
    readonly labels?: { readonly from: string; readonly to: string };
    readonly accept?: readonly string[];
  };
  readonly addGroup?: { readonly name: string; readonly source?: Group };
  /** In a plan: the group that the next lines change. In an export: the name of a group. */
  readonly group?: { readonly id?: number; readonly name: string; readonly source?: Group } | string;
  readonly addNumber?: Entry;
  readonly deleteNumber?: { readonly number: string; readonly entries: readonly Entry[] };
  readonly deleteGroup?: Group & { readonly info: string; readonly copies?: { readonly name: string } };
  readonly entry?: Entry;
  readonly end?: object;
}

/** Reads a file of JSON Lines up to the first line that is invalid. */
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

/** Returns the profiles that a plan names. */
export function labelsOf(file: string): { readonly from: string; readonly to: string } | undefined {
  return linesOf(file)[0]?.plan?.labels;
}

/** Returns all complete plans in a folder, also those of syncs and restores. */
export function plansIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$|\.plan$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => linesOf(file)[0]?.plan !== undefined && linesOf(file).at(-1)?.end !== undefined);
}

/** A group in which a plan deletes entries. */
export interface BackedUp {
  readonly file: string;
  readonly purpose: string;
  /** True if the group itself is deleted. */
  readonly isGroup: boolean;
  readonly id: number;
  readonly name: string;
  readonly info: string;
  /** The name of its copies. */
  readonly as: string;
  readonly accepted: readonly string[];
  readonly contacts: readonly Entry[];
}

/** Returns what a plan deletes. */
export function backupOf(file: string): readonly BackedUp[] {
  const lines = linesOf(file);
  const { purpose = '', accept: accepted = [] } = lines[0]?.plan ?? {};
  const groups: (BackedUp & { contacts: Entry[] })[] = [];
  const begin = (isGroup: boolean, { id, name }: Group, info: string, as: string): void => {
    groups.push({ file, purpose, isGroup, id, name, info, as, accepted, contacts: [] });
  };
  for (const { deleteGroup, group, entry, deleteNumber } of lines) {
    if (deleteGroup !== undefined) {
      begin(true, deleteGroup, deleteGroup.info, deleteGroup.copies?.name ?? deleteGroup.name);
    } else if (typeof group === 'object') begin(false, { id: group.id ?? 0, name: group.name }, '', group.name);
    else if (entry !== undefined) groups.at(-1)?.contacts.push(entry);
    else if (deleteNumber !== undefined) groups.at(-1)?.contacts.push(...deleteNumber.entries);
  }
  return groups;
}
