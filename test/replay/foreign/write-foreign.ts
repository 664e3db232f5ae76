import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes something that others have recorded: a text, bytes, or what becomes JSON. @returns its path */
export function writeForeign(folder: string, name: string, content: unknown): string {
  const to = path.join(folder, name);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content));
  return to;
}
