import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/run.js';

it.each(['src', 'scripts', 'test', 'generated'])('no line of a comment in %s is longer than 120 columns', (folder) => {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => name.endsWith('.ts') && !name.startsWith('package/fixture'));
  expect(sources.length).toBeGreaterThan(4);
  const long = sources.flatMap((name) => {
    const lines = readFileSync(path.join(ROOT, folder, name), 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      line.length > 120 && /^\s*(?:\/?\*|\/\/)/.test(line) ? [`${folder}/${name}:${index + 1}`] : [],
    );
  });
  expect(long).toEqual([]);
});
