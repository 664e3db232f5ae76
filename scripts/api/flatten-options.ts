import { type InterfaceDeclaration, Node, Project, type PropertySignature, type SourceFile } from 'ts-morph';

/**
 * Writes the options of declarations out: `interface A extends OptionsOf<typeof TABLE>` becomes an interface with the
 * properties that the table gives it, so that a reader of the report sees them in the place of the table.
 */
export function flattenOptions(folder: string): void {
  const project = new Project({ skipFileDependencyResolution: true, compilerOptions: { noLib: true, types: [] } });
  for (const file of project.addSourceFilesAtPaths(`${folder}/**/*.d.ts`)) {
    for (const declared of file.getInterfaces()) flatten(file, declared);
  }
  project.saveSync();
}

function flatten(file: SourceFile, declared: InterfaceDeclaration): void {
  for (const base of declared.getExtends()) {
    const table = /^OptionsOf<typeof (\w+)>$/.exec(base.getText())?.[1];
    const type = table === undefined ? undefined : file.getVariableDeclaration(table)?.getTypeNode();
    if (!Node.isTypeLiteral(type)) continue;
    declared.removeExtends(base);
    for (const option of type.getProperties()) declared.addProperty(propertyOf(option));
  }
}

/** `name: RequiredOption<Given, Read>` as callers see it; any other option may be left out. */
function propertyOf(option: PropertySignature): {
  readonly isReadonly: true;
  readonly name: string;
  readonly type: string;
  readonly hasQuestionToken: boolean;
} {
  const type = option.getTypeNodeOrThrow();
  const [first] = Node.isImportTypeNode(type) || Node.isTypeReference(type) ? type.getTypeArguments() : [];
  const kind = /(?:^|\.)(Option|RequiredOption)</.exec(type.getText())?.[1];
  if (kind === undefined || first === undefined) {
    throw new Error(`${option.getSourceFile().getFilePath()}: ${option.getName()} is no option`);
  }
  const isRequired = kind === 'RequiredOption';
  const text = first.getText();
  return {
    isReadonly: true,
    name: option.getName(),
    type: isRequired ? text : `${Node.isFunctionTypeNode(first) ? `(${text})` : text} | undefined`,
    hasQuestionToken: !isRequired,
  };
}
