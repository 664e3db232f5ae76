import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { type PublicEntry, ROOT } from '../build/manifest.js';

/** The report of an entry: its declarations in one text. */
export interface Report {
  /** The name of its file. */
  readonly name: string;
  readonly text: string;
}

/** The path of the declarations of an entry, and the name of its report. */
interface Declared {
  readonly file: string;
  readonly name: string;
}

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

/**
 * Makes the reports of public entries.
 *
 * @param declarations - the folder with their declarations, in the place of `dist/types`
 * @param folder - a folder for what is written on the way
 */
export function reportsOf(entries: readonly PublicEntry[], declarations: string, folder: string): readonly Report[] {
  const declared = entries.map(({ types, default: script }) => ({
    file: join(declarations, types.replace('./dist/types/', '')),
    name: `${basename(script, '.js')}.api.md`,
  }));
  const files = declared.map(({ file }) => file);
  const configs = declared.map((entry) => configOf(entry, files, folder));
  const [first] = configs;
  if (first === undefined) return [];
  // One program of TypeScript for all entries.
  const compilerState = CompilerState.create(first, { additionalEntryPoints: files });
  return configs.map((config) => {
    const { succeeded } = Extractor.invoke(config, {
      compilerState,
      localBuild: true,
      // Only what cannot be read is said.
      messageCallback: (message) => {
        if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
      },
    });
    if (!succeeded) throw new Error(`${config.mainEntryPointFilePath}: no report can be made of it`);
    return { name: basename(config.reportFilePath), text: withoutRemarks(readFileSync(config.reportFilePath, 'utf8')) };
  });
}

/** Lines about comments, and the end of a report: a comment that comes or goes changes no interface. */
const REMARKS = /^ *\/\/ (?:@public|\(undocumented\)|@public \(undocumented\)|\(No @packageDocumentation .*)\n/gm;

const withoutRemarks = (report: string): string => report.replaceAll(REMARKS, '').replace(/\n+```\n$/, '\n```\n');

function configOf({ file, name }: Declared, files: readonly string[], folder: string): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(ROOT, 'package.json'),
    configObject: {
      projectFolder: ROOT,
      mainEntryPointFilePath: file,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, files } },
      apiReport: {
        enabled: true,
        reportFileName: basename(name, '.api.md'),
        reportFolder: folder,
        reportTempFolder: join(folder, 'temp'),
        // A type that users meet without a name of its own is a part of the interface, too.
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
}
