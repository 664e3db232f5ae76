import { join, relative } from 'node:path';
import {
  type ClassDeclaration,
  type InterfaceDeclaration,
  type JSDocableNode,
  type Symbol as MorphSymbol,
  Node,
  Project,
  type PropertySignature,
  Scope,
  type SourceFile,
  type TypeNode,
} from 'ts-morph';
import { ROOT } from './manifest.js';

/**
 * Makes declarations shorter for their readers. `interface A extends OptionsOf<typeof TABLE>` and `extends
 * OptionValues<typeof TABLE>` become interfaces with the properties of the table. Internal members are removed:
 * a member of an interface, a base interface, and the parameters of a constructor, which becomes private.
 */
export function shortenDeclarations(folder: string): void {
  const project = new Project({ skipFileDependencyResolution: true, compilerOptions: { noLib: true, types: [] } });
  const sources = new Project({ tsConfigFilePath: join(ROOT, 'tsconfig.build.json') });
  for (const file of project.addSourceFilesAtPaths(`${folder}/**/*.d.ts`)) {
    const path = relative(folder, file.getFilePath()).replace(/\.d\.ts$/, '.ts');
    const source = sources.getSourceFile(join(ROOT, path));
    for (const declared of file.getInterfaces()) {
      flatten(file, declared, source);
      removeInternal(file, declared);
    }
    for (const declared of file.getClasses()) hideConstructor(declared);
  }
  project.saveSync();
}

function flatten(file: SourceFile, declared: InterfaceDeclaration, source: SourceFile | undefined): void {
  for (const base of declared.getExtends()) {
    const [, as, table] = /^(OptionsOf|OptionValues)<typeof (\w+)>$/.exec(base.getText()) ?? [];
    const type = table === undefined ? undefined : file.getVariableDeclaration(table)?.getTypeNode();
    if (!Node.isTypeLiteral(type)) continue;
    declared.removeExtends(base);
    const sourceType = source?.getVariableDeclaration(table ?? '')?.getType();
    for (const option of type.getProperties()) {
      const property = as === 'OptionValues' ? valueOf(option) : propertyOf(option);
      const docs = property.docs.length > 0 ? property.docs : sourceDocs(sourceType?.getProperty(option.getName()));
      declared.addProperty({ ...property, docs });
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

/** Returns the docstring of an option of a table in another file, which the compiler omits. */
function sourceDocs(symbol: MorphSymbol | undefined): string[] {
  const [declaration] = symbol?.getDeclarations() ?? [];
  return Node.isPropertyAssignment(declaration)
    ? declaration.getLeadingCommentRanges().flatMap((range) => {
        const text = range.getText();
        return text.startsWith('/**') ? [innerText(text)] : [];
      })
    : [];
}

/** Returns a docstring without the asterisks. */
function innerText(comment: string): string {
  return comment
    .slice(3, -2)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .trim();
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
