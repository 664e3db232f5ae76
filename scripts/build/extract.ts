import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type IConfigFile,
} from '@microsoft/api-extractor';
import { type PublicEntry, ROOT } from './manifest.js';
import { shortenDeclarations } from './shorten-declarations.js';

const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules', '@types')],
};

/** Writes the declarations of the sources, with option tables as interfaces, into a folder of the repository. */
export function emitDeclarations(folder: string): void {
  const compile = ['-p', 'tsconfig.build.json', '--declarationDir', folder];
  execFileSync(join(ROOT, 'node_modules', '.bin', 'tsc'), compile, { cwd: ROOT, stdio: 'inherit' });
  shortenDeclarations(folder);
}

/** Writes the declarations of each entry, with all types that it leads to, into one file. */
export function rollUp(entries: readonly PublicEntry[], declarations: string, folder: string): void {
  extract(entries, declarations, (name) => ({
    dtsRollup: { enabled: true, untrimmedFilePath: join(folder, `${name}.d.ts`) },
  }));
}

/** Writes the model of each entry for API Documenter: its declarations and docstrings as JSON. */
export function writeModels(entries: readonly PublicEntry[], declarations: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  // API Documenter needs one package for each model.
  const packageOf = (name: string): string => {
    const path = join(folder, name, 'package.json');
    mkdirSync(join(folder, name));
    writeFileSync(path, JSON.stringify({ name, version: '0.0.0' }));
    return path;
  };
  extract(
    entries,
    declarations,
    (name) => ({ docModel: { enabled: true, apiJsonFilePath: join(folder, `${name}.api.json`) } }),
    packageOf,
  );
}

type Output = Pick<IConfigFile, 'docModel' | 'dtsRollup'>;

function extract(
  entries: readonly PublicEntry[],
  declarations: string,
  outputOf: (name: string) => Output,
  packageOf = (_name: string): string => join(ROOT, 'package.json'),
): void {
  const declared = entries.map((entry) => ({
    file: join(declarations, entry.source.replace(/\.ts$/, '.d.ts')),
    name: basename(entry.default, '.js'),
  }));
  const files = declared.map(({ file }) => file);
  const configs = declared.map(({ file, name }) => configOf(file, files, outputOf(name), packageOf(name)));
  const [first] = configs;
  if (first === undefined) return;
  // One TypeScript program for all entries.
  const compilerState = CompilerState.create(first, { additionalEntryPoints: files });
  for (const config of configs) {
    const { succeeded } = Extractor.invoke(config, {
      compilerState,
      localBuild: true,
      messageCallback: (message) => {
        if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
      },
    });
    if (!succeeded) throw new Error(`${config.mainEntryPointFilePath}: API Extractor failed`);
  }
}

function configOf(file: string, files: readonly string[], output: Output, packageFile: string): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: packageFile,
    configObject: {
      projectFolder: ROOT,
      mainEntryPointFilePath: file,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, files } },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
      apiReport: { enabled: false },
      ...output,
    },
  });
}
