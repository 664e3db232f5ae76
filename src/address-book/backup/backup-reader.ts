import { invalid, isObject } from '../../options/check.js';
import { readLines } from '../plan/plan-file.js';
import {
  type BackupEnd,
  type BackupGroup,
  type BackupHead,
  type BackupLine,
  type BackupNumber,
  type BackupPurpose,
  type Correction,
  isBackupLine,
} from './backup-lines.js';

/**
 * Called for each line as it is read. Nothing may be done by it before all is read: the end says that the plan is
 * whole.
 */
export interface BackupVisitor {
  group?(group: BackupGroup, line: number): void;
  number?(number: BackupNumber): void;
  correction?(correction: Correction, line: number): void;
}

/** The result of reading a plan that deletes. */
export interface ReadBackup {
  readonly head: BackupHead;
  readonly lines: number;
  /** Tells plans apart. */
  readonly hash: string;
}

/**
 * Reads a plan that deletes.
 *
 * @throws ValidationError when it is none, is not whole, has lines behind its end, or was edited: it is the backup of
 *   what it deletes
 */
export async function readBackup(file: string, of: BackupPurpose, visitor: BackupVisitor): Promise<ReadBackup> {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  const counts = { groups: 0, numbers: 0, corrections: 0 };
  let [lines, head, end]: [number, BackupHead | undefined, BackupEnd | undefined] = [0, undefined, undefined];
  let group: BackupGroup | undefined;
  const groupIds = new Set<number>();
  for await (const text of readLines(file, 'plan')) {
    lines += 1;
    if (end !== undefined) invalid('plan', `has lines behind its end: ${file}`);
    const value = lineIn(text, lines, file);
    if (lines === 1) head = headOf(value, of, file);
    else if (value.kind === 'plan') invalid('plan', `has a second first line in line ${lines}: ${file}`);
    if (value.kind === 'end') {
      end = value;
      continue;
    }
    hash.update(`${text}\n`);
    if (value.kind === 'group') {
      if (groupIds.has(value.id)) invalid('plan', `has in line ${lines} a group that it has already: ${file}`);
      groupIds.add(value.id);
      group = value;
      counts.groups += 1;
      visitor.group?.(value, lines);
    } else if (value.kind === 'number' || value.kind === 'correction') {
      if (value.groupId !== group?.id)
        invalid('plan', `has in line ${lines} what belongs to no group before it: ${file}`);
      counts[value.kind === 'number' ? 'numbers' : 'corrections'] += 1;
      if (value.kind === 'number') visitor.number?.(value);
      else visitor.correction?.(value, lines);
    }
  }
  if (head === undefined || end === undefined) return invalid('plan', `is not whole: ${file} has no last line`);
  const { groups, numbers, corrections, hash: noted } = end;
  const isCounted = groups === counts.groups && numbers === counts.numbers && corrections === counts.corrections;
  const digest = hash.digest('hex');
  if (!isCounted || digest !== noted) invalid('plan', `was edited, and is not carried out: plan anew, not ${file}`);
  return { head, lines, hash: digest };
}

function lineIn(text: string, line: number, file: string): BackupLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not the parser's words: they quote the line.
    return invalid('plan', `has in line ${line} what is no JSON: ${file}`);
  }
  if (isBackupLine(value)) return value;
  const isMigration = line === 1 && isObject(value) && 'plan' in value;
  const what = isMigration
    ? 'is the plan of a migration, not of removal or of corrections'
    : `has in line ${line} no part of such a plan`;
  return invalid('plan', `${what}: ${file}`);
}

function headOf(value: BackupLine, of: BackupPurpose, file: string): BackupHead {
  if (value.kind !== 'plan') return invalid('plan', `has no first line that says it is a plan: ${file}`);
  return value.of === of ? value : invalid('plan', `is a plan of ${value.of}, not of ${of}: ${file}`);
}
