import { SaxesParser } from 'saxes';

/** An element of a document parsed by saxes. */
export interface Tree {
  readonly local: string;
  readonly uri: string;
  /** By `{namespace}local`. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Namespaces by prefix. */
  readonly namespaces: Readonly<Record<string, string>>;
  readonly children: readonly Tree[];
  /** The text directly inside. */
  readonly text: string;
}

type Growing = { -readonly [K in keyof Tree]: Tree[K] } & { readonly children: Tree[] };

/**
 * Reads a document with saxes.
 *
 * @throws Error if saxes rejects it, or if it has a DOCTYPE
 */
export function readTree(document: string): Tree {
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const open: Growing[] = [];
  let root: Tree | undefined;
  parser.on('doctype', () => {
    throw new Error('a DOCTYPE');
  });
  parser.on('opentag', ({ local, uri, attributes, ns }) => {
    const outer = open.at(-1);
    const element: Growing = {
      local,
      uri,
      attributes: new Map(Object.values(attributes).map((a) => [`{${a.uri}}${a.local}`, a.value])),
      namespaces: { ...outer?.namespaces, ...ns },
      children: [],
      text: '',
    };
    outer?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('text', (text) => append(open.at(-1), text));
  parser.on('cdata', (text) => append(open.at(-1), text));
  parser.on('closetag', () => open.pop());
  parser.write(document).close();
  if (root === undefined) throw new Error('no root element');
  return root;
}

function append(element: Growing | undefined, text: string): void {
  if (element !== undefined) element.text += text;
}

/** Returns an element and all its descendants in document order. */
export function* elementsOf(tree: Tree): Iterable<Tree> {
  const waiting = [tree];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    waiting.push(...next.children.toReversed());
  }
}
