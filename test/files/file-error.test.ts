import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { systemCode } from '../../src/errors/service-error.js';
import { fileError, isDiskError } from '../../src/files/file-error.js';

it('system errors of another context are recognized, as with jest', () => {
  const given = `Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })`;
  const error: unknown = runInNewContext(given);
  expect(error).not.toBeInstanceOf(Error);
  expect(systemCode(error)).toBe('ENOSPC');
  expect(isDiskError(error)).toBe(true);
  expect(fileError(error, '/a/book')).toMatchObject({
    message: "ENOSPC: no space left on device, write '/a/book'",
    path: '/a/book',
    cause: error,
  });
});
