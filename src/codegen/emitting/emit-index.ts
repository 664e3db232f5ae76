import { StructureKind } from 'ts-morph';
import type { ServiceModel } from '../model/model.js';
import { printModule } from './source.js';

/** Emits `index.ts`: the stub, its options and all types; codecs and operations are not for users. */
export function emitIndex(model: ServiceModel, runtime: string): string {
  return printModule([
    {
      kind: StructureKind.ExportDeclaration,
      isTypeOnly: true,
      moduleSpecifier: runtime,
      namedExports: ['CallOptions', 'StubOptions'],
    },
    { kind: StructureKind.ExportDeclaration, moduleSpecifier: './stub.js', namedExports: [model.stub] },
    { kind: StructureKind.ExportDeclaration, isTypeOnly: true, moduleSpecifier: './types.js' },
  ]);
}
