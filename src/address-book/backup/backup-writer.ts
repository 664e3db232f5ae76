import type { NewFile } from '../../files/new-file.js';
import { lineOf } from '../plan/plan-file.js';
import type { BackupGroup, BackupHead, BackupLine, Correction } from './backup-lines.js';

/** Writes a plan that deletes, with all that it deletes. */
export class BackupWriter {
  readonly #file: NewFile;
  readonly #hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  #counts = { groups: 0, numbers: 0, corrections: 0 };
  #group: Pick<BackupGroup, 'id' | 'name'> = { id: 0, name: '' };

  constructor(file: NewFile) {
    this.#file = file;
  }

  async head(head: Omit<BackupHead, 'kind' | 'version'>): Promise<void> {
    await this.#write({ kind: 'plan', version: 1, ...head });
  }

  /** Begins a group; its entries follow. */
  async group(group: Omit<BackupGroup, 'kind'>): Promise<void> {
    this.#counts.groups += 1;
    this.#group = group;
    await this.#write({ kind: 'group', ...group });
  }

  async number(number: string, name: string): Promise<void> {
    this.#counts.numbers += 1;
    const { id, name: group } = this.#group;
    await this.#write({ kind: 'number', groupId: id, group, number, name });
  }

  async correction(correction: Omit<Correction, 'kind'>): Promise<void> {
    this.#counts.corrections += 1;
    await this.#write({ kind: 'correction', ...correction });
  }

  /** Writes the last line. @returns how much the plan has */
  async end(): Promise<{ readonly groups: number; readonly numbers: number; readonly corrections: number }> {
    const end = { kind: 'end' as const, ...this.#counts, hash: this.#hash.digest('hex') };
    await this.#file.write(lineOf(end));
    return this.#counts;
  }

  async #write(line: BackupLine): Promise<void> {
    const text = lineOf(line);
    this.#hash.update(text);
    await this.#file.write(text);
  }
}
