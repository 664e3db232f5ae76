import { mkdir, rm, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT, runBin } from '../support/run.js';

const WORK = `${ROOT}node_modules/.cache/fresh-clone`;

afterAll(() => rm(WORK, { recursive: true, force: true }));

describe('a fresh clone', () => {
  it('checks programs that import the package by its name without a build', async () => {
    await mkdir(WORK, { recursive: true });
    const config = { extends: `${ROOT}tsconfig.json`, files: [`${ROOT}scripts/demo.ts`], include: [] };
    await writeFile(`${WORK}/tsconfig.json`, JSON.stringify(config));
    const { code, output } = await runBin('tsc', ['-p', WORK, '--listFiles']);
    expect(code, output).toBe(0);
    const own = output.split('\n').filter((file) => file.startsWith(ROOT) && !file.includes('/node_modules/'));
    expect(own).toEqual(expect.arrayContaining([`${ROOT}src/client/index.ts`, `${ROOT}src/sandbox/index.ts`]));
    expect(own.filter((file) => file.startsWith(`${ROOT}dist/`))).toEqual([]);
  });
});
