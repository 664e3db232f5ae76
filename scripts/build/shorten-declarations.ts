import {
  type ClassDeclaration,
  type InterfaceDeclaration,
  type JSDocableNode,
  Node,
  Project,
  type PropertySignature,
  Scope,
  type SourceFile,
  type TypeNode,
} from 'ts-morph';

/**
 * Makes declarations shorter for their readers. `interface A extends OptionsOf<typeof TABLE>` and `extends
 * OptionValues<typeof TABLE>` become interfaces with the properties of the table. What is marked as internal is removed:
 * a member of an interface, a base interface, and the parameters of a constructor, which becomes private.
 */
export function shortenDeclarations(folder: string): void {
  const project = new Project({ skipFileDependencyResolution: true, compilerOptions: { noLib: true, types: [] } });
  for (const file of project.addSourceFilesAtPaths(`${folder}/**/*.d.ts`)) {
    for (const declared of file.getInterfaces()) {
      flatten(file, declared);
      removeInternal(file, declared);
    }
    for (const declared of file.getClasses()) hideConstructor(declared);
  }
  project.saveSync();
}

function flatten(file: SourceFile, declared: InterfaceDeclaration): void {
  for (const base of declared.getExtends()) {
    const [, as, table] = /^(OptionsOf|OptionValues)<typeof (\w+)>$/.exec(base.getText()) ?? [];
    const type = table === undefined ? undefined : file.getVariableDeclaration(table)?.getTypeNode();
    if (!Node.isTypeLiteral(type)) continue;
    declared.removeExtends(base);
    for (const option of type.getProperties()) {
      declared.addProperty(as === 'OptionValues' ? valueOf(option) : propertyOf(option));
    }
  }
}

function removeInternal(file: SourceFile, declared: InterfaceDeclaration): void {
  for (const member of [...declared.getProperties(), ...declared.getMethods()]) {
    if (isInternal(member)) member.remove();
  }
  for (const base of declared.getExtends()) {
    const found = file.getInterface(base.getExpression().getText());
    if (found !== undefined && isInternal(found)) declared.removeExtends(base);
  }
}

function isInternal(node: JSDocableNode): boolean {
  return node.getJsDocs().some((doc) => doc.getTags().some((tag) => tag.getTagName() === 'internal'));
}

/** Errors are left as they are: their subclasses call the constructor. */
function hideConstructor(declared: ClassDeclaration): void {
  if (declared.getExtends() !== undefined) return;
  for (const constructor of declared.getConstructors()) {
    if (!isInternal(constructor)) continue;
    constructor.remove();
    declared.addConstructor({ scope: Scope.Private });
  }
}

interface WrittenProperty {
  readonly isReadonly: true;
  readonly name: string;
  readonly type: string;
  readonly hasQuestionToken: boolean;
  readonly docs: string[];
}

/** `name: RequiredOption<Given, Read>` as callers see it; any other option may be left out. */
function propertyOf(option: PropertySignature): WrittenProperty {
  const { isRequired, given } = partsOf(option);
  const text = given.getText();
  return {
    isReadonly: true,
    name: option.getName(),
    type: isRequired ? text : `${Node.isFunctionTypeNode(given) ? `(${text})` : text} | undefined`,
    hasQuestionToken: !isRequired,
    docs: docsOf(option),
  };
}

/** `name: Option<Given, Read>` as it is read. */
function valueOf(option: PropertySignature): WrittenProperty {
  const type = partsOf(option).read.getText();
  return { isReadonly: true, name: option.getName(), type, hasQuestionToken: false, docs: docsOf(option) };
}

function docsOf(option: PropertySignature): string[] {
  return option.getJsDocs().map((doc) => doc.getInnerText());
}

function partsOf(option: PropertySignature): {
  readonly isRequired: boolean;
  readonly given: TypeNode;
  readonly read: TypeNode;
} {
  const type = option.getTypeNodeOrThrow();
  const [given, read] = Node.isImportTypeNode(type) || Node.isTypeReference(type) ? type.getTypeArguments() : [];
  const kind = /(?:^|\.)(Option|RequiredOption)</.exec(type.getText())?.[1];
  if (kind === undefined || given === undefined || read === undefined) {
    throw new Error(`${option.getSourceFile().getFilePath()}: ${option.getName()} is no option`);
  }
  return { isRequired: kind === 'RequiredOption', given, read };
}
