import { type JSDocableNode, Node, Project } from 'ts-morph';
import { ROOT } from '../support/run.js';
import { entrySources, type Program } from './programs.js';

/** An exported function or class, or a method of an exported class. Its docstring needs an example. */
export interface Documented {
  /** `sms-service-client/replay: cassette`. */
  readonly where: string;
  /** Each block of its `@example` tags, with an import of the function or class. */
  readonly programs: readonly Program[];
}

/** The exported functions, classes and methods of all entries. */
export function documented(): readonly Documented[] {
  const project = new Project({ tsConfigFilePath: `${ROOT}tsconfig.json`, skipAddingFilesFromTsConfig: true });
  const sources = entrySources().map(([name, source]) => [name, project.addSourceFileAtPath(source)] as const);
  project.resolveSourceFileDependencies();
  const seen = new Set<Node>();
  return sources.flatMap(([entry, source]) =>
    [...source.getExportedDeclarations()].flatMap(([name, nodes]) =>
      nodes.flatMap((node) => {
        if (seen.has(node)) return [];
        seen.add(node);
        return partsOf(name, node).map(([part, documentedNode]) => documentedPart(entry, name, part, documentedNode));
      }),
    ),
  );
}

/** The function or class, and the public methods of the class. */
function partsOf(name: string, node: Node): readonly (readonly [part: string, node: JSDocableNode & Node])[] {
  if (Node.isFunctionDeclaration(node)) {
    // Callers see only the overloads, not the implementation.
    return node.isImplementation() && node.getOverloads().length > 0 ? [] : [[name, node]];
  }
  if (!Node.isClassDeclaration(node)) return [];
  const methods = node.getMethods().filter((method) => !method.getName().startsWith('#') && !isInternal(method));
  return [[name, node], ...methods.map((method) => [`${name}.${method.getName()}`, method] as const)];
}

function documentedPart(entry: string, name: string, part: string, node: JSDocableNode & Node): Documented {
  const where = `${entry}: ${part}`;
  const tags = node.getJsDocs().flatMap((doc) => doc.getTags().filter((tag) => tag.getTagName() === 'example'));
  const texts = tags.flatMap((tag) => [...(tag.getCommentText() ?? '').matchAll(/```ts\n([^]*?)```/g)]);
  const programs = texts.map(([, text = ''], index) => ({
    where,
    file: `${where.replace(/[^\w.]+/g, '-')}-${node.getStartLineNumber()}-${index}.ts`,
    text: imported(text, name) ? text : `import { ${name} } from '${entry}';\n${text}`,
    prints: undefined,
    isTest: false,
  }));
  return { where, programs };
}

/** Returns whether an example imports the name, or does not use it: methods are called on a client. */
function imported(text: string, name: string): boolean {
  return new RegExp(`^import .*\\b${name}\\b`, 'm').test(text) || !new RegExp(`\\b${name}\\b`).test(text);
}

function isInternal(node: JSDocableNode): boolean {
  return node.getJsDocs().some((doc) => doc.getTags().some((tag) => tag.getTagName() === 'internal'));
}
