import { closeSync, openSync, writeFileSync } from 'node:fs';
import { fileError } from '../../files/file-error.js';
import { APPEND_EXISTING, APPEND_NEW } from '../../files/own-file.js';

export function appendLines(file: string, lines: string, mode: number | undefined): void {
  try {
    const descriptor = mode === undefined ? openSync(file, APPEND_EXISTING) : openSync(file, APPEND_NEW, mode);
    try {
      writeFileSync(descriptor, lines);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw fileError(error, file);
  }
}
