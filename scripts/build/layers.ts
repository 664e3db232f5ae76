import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { laterFileOf, laterModule } from './later.js';
import { ROOT } from './manifest.js';
import { type ModuleGraph, moduleGraph } from './module-graph.js';

/** A part of an entry that is loaded whole: what it has of some rooms, and what it shares with some entries. */
interface Layer {
  /** Default: the client. */
  readonly of?: string;
  /** Default: all of them. */
  readonly rooms?: readonly string[];
  /** At least one of these needs a module of the layer. */
  readonly entries: readonly string[];
}

/**
 * The layers of the client, and of what serves, each without what is in one before. What each set of entries shares
 * would have a file of its own otherwise, and the client would read three times as many.
 */
const LAYERS: readonly Layer[] = [
  { rooms: ['src/redact/', 'src/errors/', 'src/options/'], entries: ['client'] },
  { rooms: ['src/domain/'], entries: ['mail', 'callbacks', 'address-book'] },
  { entries: ['mail', 'callbacks'] },
  { entries: ['transport'] },
  { entries: ['http'] },
  { entries: ['client'] },
  { of: 'later-redact', rooms: ['src/redact/'], entries: ['replay'] },
  { of: 'later-failures', rooms: ['src/transport/'], entries: ['later-http', 'transport'] },
  { of: 'later-http', rooms: ['src/transport/'], entries: ['transport'] },
  { of: 'later-responses', rooms: ['src/http-message/', 'src/transport/'], entries: ['http', 'replay'] },
  { of: 'later-responses', rooms: ['src/soap/', 'src/xml/'], entries: ['replay', 'soap-server'] },
  { of: 'soap-server', rooms: ['src/local-server/', 'src/soap/', 'src/transport/'], entries: ['soap-server'] },
];

/** The sources of entries by their names; what is loaded later is an entry of its own. */
export type Sources = Readonly<Record<string, readonly string[]>>;

/**
 * Makes every entry, and whatever is loaded later, import all of a layer of which it needs a module, and puts functions
 * that load it in the place of each module that is loaded later.
 */
export async function inLayers(sources: Sources): Promise<Plugin> {
  const graph = await moduleGraph(Object.values(sources).flat());
  const modules = new Map(Object.entries(sources).map(([name, files]) => [name, graph.reached(...files)]));
  const layers = layersOf(modules);
  const isInside = insides(modules, graph);
  return {
    name: 'in-layers',
    setup: (plugin) => {
      plugin.onResolve({ filter: /^entry:/ }, ({ path }) => ({
        path: path.slice('entry:'.length),
        namespace: 'entry',
      }));
      plugin.onResolve({ filter: /^[./]/ }, ({ path, kind, resolveDir, importer }) => {
        const module = relative(ROOT, join(path.startsWith('/') ? '' : resolveDir, path)).replace(/\.js$/, '.ts');
        const later = laterFileOf(module);
        // The functions that load it stand with each importer: shared, they would be a file of their own.
        if (later !== undefined && !isInside(later, importer)) {
          return { path: `${module}?${importer}`, namespace: 'later' };
        }
        if (kind !== 'dynamic-import') return undefined;
        const name = Object.keys(sources).find((each) => sources[each]?.includes(module));
        return { path: name ?? module, namespace: 'entry' };
      });
      plugin.onLoad({ filter: /./, namespace: 'entry' }, ({ path: name }) => {
        const files = sources[name] ?? [name];
        const whole = wholeLayers(modules.get(name) ?? graph.reached(name), layers, graph);
        const contents = [
          ...files.map((file) => `export * from ${JSON.stringify(ROOT + file)};`),
          ...whole.map((module) => `import ${JSON.stringify(ROOT + module)};`),
        ].join('\n');
        return { contents, resolveDir: ROOT };
      });
      plugin.onLoad({ filter: /./, namespace: 'later' }, ({ path }) => {
        const module = path.replace(/\?.*/, '');
        return { contents: laterModule(module, laterFileOf(module) ?? '') };
      });
    },
  };
}

function layersOf(modules: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const placed = new Set<string>();
  return LAYERS.map(({ of = 'client', rooms, entries }: Layer) => {
    const layer = [...(modules.get(of) ?? [])].filter(
      (module) =>
        !placed.has(module) &&
        laterFileOf(module) === undefined &&
        rooms?.some((room) => module.startsWith(room)) !== false &&
        entries.some((name) => modules.get(name)?.has(module)),
    );
    for (const module of layer) placed.add(module);
    return layer;
  });
}

/** The modules of all layers that some modules need one of, and of those that these layers need. */
function wholeLayers(
  modules: ReadonlySet<string>,
  layers: readonly (readonly string[])[],
  graph: ModuleGraph,
): readonly string[] {
  const whole = layers.filter((layer) => layer.some((module) => modules.has(module))).flat();
  const reached = new Set([...modules, ...graph.reached(...whole)]);
  return reached.size === modules.size ? whole : wholeLayers(reached, layers, graph);
}

/** Tells whether an importer is in a file that is loaded later, and nowhere else: there the modules are themselves. */
function insides(
  modules: ReadonlyMap<string, ReadonlySet<string>>,
  graph: ModuleGraph,
): (file: string, importer: string) => boolean {
  const reachedBy = new Map([
    ...modules,
    ...[...graph.dynamic].map((module) => [module, graph.reached(module)] as const),
  ]);
  return (file, importer) => {
    if (importer === file) return true;
    const module = relative(ROOT, importer);
    if (laterFileOf(module) !== undefined) return laterFileOf(module) === file;
    return [...reachedBy].every(([name, reached]) => reached.has(module) === (name === file));
  };
}
