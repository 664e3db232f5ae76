import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../src/cli/running/failure.js';
import { readSmallFile } from '../../../src/cli/settings/config-file.js';
import { openFiles } from '../../support/open-files.js';
import { CommandHere } from '../running/here.js';

const here = new CommandHere();
const MIB = 1024 * 1024;

describe('a file that a person has written', () => {
  it('is read as UTF-8, whole', () => {
    expect(readSmallFile(here.write('small', 'Łódź\n'))).toBe('Łódź\n');
    expect(readSmallFile(here.write('empty', ''))).toBe('');
  });

  it('has 1 MiB at most', () => {
    expect(readSmallFile(here.write('large', 'x'.repeat(MIB)))).toHaveLength(MIB);
    const file = here.write('larger', 'x'.repeat(MIB + 1));
    expect(() => readSmallFile(file)).toThrow(new CommandError(`${file} has more than 1048576 bytes`));
  });

  it('is not waited for where it has no end', () => {
    expect(() => readSmallFile('/dev/zero')).toThrow('/dev/zero has more than 1048576 bytes');
  });

  it('that cannot be read is an error of the system', () => {
    expect(() => readSmallFile(here.at('none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(() => readSmallFile(here.at('.'))).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  });

  it('is closed again, also where it is refused', () => {
    const file = here.write('small', 'x');
    readSmallFile(file);
    expect(() => readSmallFile(here.write('larger', 'x'.repeat(MIB + 1)))).toThrow('bytes');
    expect(openFiles(here.at('.'))).toEqual([]);
  });
});
