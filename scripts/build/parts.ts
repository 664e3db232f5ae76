/** How the files of the build lead to each other, each by the name with which others import it: `./shared-AB.js`. */
export interface FileGraph {
  /** The files that programs load. */
  readonly entries: readonly string[];
  /** The files that are loaded when something in another is called for. */
  readonly loadedLater: readonly string[];
  /** The files that a file imports names from. */
  imported(file: string): readonly string[];
  /** The files that it loads when they are called for. */
  later(file: string): readonly string[];
}

/**
 * The parts that an entry, or a file that is loaded later, has to load before it runs, each behind those that it needs
 * itself. Those that are always there by then are left out: a bundler would see a circle, from what loads a file later
 * to that file and back.
 */
export function partsToLoad(graph: FileGraph): ReadonlyMap<string, readonly string[]> {
  const { entries, loadedLater } = graph;
  const roots = new Map([...entries, ...loadedLater].map((file) => [file, inOrder(file, graph)]));
  const leadingTo = (file: string): readonly string[] =>
    [...roots.keys()].filter((root) => roots.get(root)?.some((each) => graph.later(each).includes(file)));
  // At first everything is thought to be there; what one of those that lead to a file has not loaded is taken out.
  const all = new Set([...roots.values()].flat());
  const there = new Map([...roots.keys()].map((file) => [file, entries.includes(file) ? new Set<string>() : all]));
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const file of loadedLater) {
      const before = there.get(file) ?? all;
      const leading = leadingTo(file);
      const after = new Set(
        [...before].filter((part) =>
          leading.every((root) => roots.get(root)?.includes(part) === true || there.get(root)?.has(part) === true),
        ),
      );
      if (after.size !== before.size) hasChanged = true;
      there.set(file, after);
    }
  }
  return new Map(
    [...roots].map(([file, parts]) => [
      file,
      parts.filter((part) => part !== file && !entries.includes(part) && there.get(file)?.has(part) === false),
    ]),
  );
}

/** A file and all that it imports, each behind what it imports. */
function inOrder(file: string, graph: FileGraph): readonly string[] {
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const imported of graph.imported(name)) add(imported);
    ordered.add(name);
  };
  add(file);
  return [...ordered];
}
