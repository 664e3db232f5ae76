import { Project, ts } from 'ts-morph';

/** The report of an entry, or of shared declarations, without comments. */
export interface Report {
  /** The name of its file. */
  readonly name: string;
  readonly text: string;
}

/** Makes the reports of declarations. A comment that is added or removed does not change them. */
export function reportsOf(declarations: ReadonlyMap<string, string>): readonly Report[] {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { noLib: true, types: [] } });
  const printer = ts.createPrinter({ removeComments: true });
  return [...declarations].map(([name, text]) => {
    const file = project.createSourceFile(`${name}.d.ts`, text);
    const printed = printer.printFile(file.compilerNode).replaceAll(/^export declare /gm, 'export ');
    return { name: `${name}.api.md`, text: `# ${name}\n\n\`\`\`ts\n${printed}\`\`\`\n` };
  });
}
