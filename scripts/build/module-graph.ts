import { build } from 'esbuild';
import { laterFileOf } from './later.js';
import { SCRIPT_OPTIONS } from './script-options.js';
import { builtIn } from './third-party.js';

/** Which modules of the sources load which; each by its path from the root. */
export interface ModuleGraph {
  /** The modules that are loaded with some, these among them. What is loaded later is there, but not what it loads. */
  reached(...modules: readonly string[]): ReadonlySet<string>;
  /** The modules that are imported by `import()`. */
  readonly dynamic: ReadonlySet<string>;
}

export async function moduleGraph(files: readonly string[]): Promise<ModuleGraph> {
  const { metafile } = await build({
    ...SCRIPT_OPTIONS,
    write: false,
    metafile: true,
    entryPoints: [...files],
    plugins: [builtIn()],
    outdir: 'unwritten',
  });
  const importsOf = (module: string, of: string): readonly string[] =>
    (metafile.inputs[module]?.imports ?? [])
      .filter(({ kind, external }) => kind === of && external !== true)
      .map(({ path }) => path);
  return {
    reached: (...modules) => {
      const reached = new Set(modules);
      for (const each of reached) {
        if (laterFileOf(each) !== undefined && !modules.includes(each)) continue;
        for (const path of importsOf(each, 'import-statement')) reached.add(path);
      }
      return reached;
    },
    dynamic: new Set(Object.keys(metafile.inputs).flatMap((module) => importsOf(module, 'dynamic-import'))),
  };
}
