import { build } from 'esbuild';

/** The rooms, `src/calls` or `generated`, whose files a module loads, with all that those load. */
export async function loadedRooms(file: string): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const rooms = Object.keys(metafile.inputs).map((path) => /(?:^|\/)(src\/[\w-]+|generated)\//.exec(path)?.[1]);
  return new Set(rooms.filter((room) => room !== undefined));
}
