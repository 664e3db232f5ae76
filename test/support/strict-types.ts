import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runBin } from './run.js';

/**
 * Compiles all files of a folder as one program, with very strict options.
 *
 * @returns the errors
 */
export async function complaintsAbout(folder: string): Promise<string[]> {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noPropertyAccessFromIndexSignature: true,
      allowUnreachableCode: false,
      isolatedDeclarations: true,
      rootDir: '/',
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    include: ['.'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { output } = await runBin('tsc', ['--project', folder, '--pretty', 'false'], folder);
  // The runtime has its own tests.
  return output.split('\n').filter((line) => line !== '' && !/^(?:\.\.|\/| )/.test(line));
}
