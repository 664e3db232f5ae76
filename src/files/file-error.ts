import { systemCode } from '../errors/system-code.js';
import { isObject } from '../options/check.js';

/**
 * An error of the system that names a file: those of an open file (a full disk, a limit on its size) name none, and
 * those of a temporary file one that nobody has heard of.
 *
 * @returns the same error where it is none of the system
 */
export function fileError(error: unknown, file: string): unknown {
  const code = systemCode(error);
  if (code === undefined || !isOfSystem(error)) return error;
  const { syscall } = error;
  const [, words = ''] = /^\w+: (.*?), \w+/.exec(error.message) ?? [];
  const named = new Error(`${code}: ${words === '' ? 'failed' : words}, ${String(syscall)} '${file}'`, {
    cause: error,
  });
  return Object.assign(named, { code, syscall, path: file });
}

/** Error codes of a disk that is full or broken: when that is mended, the same can be done again. */
const DISK: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

/** Tells whether an error of the system says that a disk is full or broken. */
export function isDiskError(error: unknown): error is Error & { readonly code: string } {
  return isOfSystem(error) && DISK.has(systemCode(error));
}

/** Not by its class: tests that run in a context of their own (jest) get errors of another one. */
function isOfSystem(error: unknown): error is Error & { readonly syscall: unknown } {
  return isObject(error) && 'syscall' in error && 'message' in error;
}

/** Does something with a file; what the system refuses names it. */
export async function namingFile<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw fileError(error, file);
  }
}
