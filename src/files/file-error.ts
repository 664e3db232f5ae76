import { systemCode } from '../errors/service-error.js';
import { isObject } from '../options/check.js';

/**
 * Returns a system error with the name of the file. Errors of an open file (full disk, size limit) contain no name, and
 * those of a temporary file an unknown one.
 *
 * @returns the same error if it is not a system error
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

/** Error codes of a full or broken disk: the same call can succeed later. */
const DISK: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

export function isDiskError(error: unknown): error is Error & { readonly code: string } {
  return isOfSystem(error) && DISK.has(systemCode(error));
}

function isOfSystem(error: unknown): error is Error & { readonly syscall: unknown } {
  return isObject(error) && 'syscall' in error && 'message' in error;
}

export async function namingFile<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw fileError(error, file);
  }
}
