import { describe, expect, it } from 'vitest';
import { emitService } from '../../src/codegen/emitting/emit-service.js';
import { emitStub } from '../../src/codegen/emitting/emit-stub.js';
import { readGiven, readSlots, withOperations, wsdl } from './given.js';

describe('a service', () => {
  it('leaves its name to an operation of the same name', () => {
    const service = emitService(readSlots(withOperations('S', 'SService')), '#runtime');
    expect(service).toContain('export const S: Operation<types.SInput, types.SOutput>');
    expect(service).toContain('export const SServiceService: Service<{');
    expect(service).toContain("name: 'S',");
  });

  it('keeps operations from being what JavaScript would take them for', () => {
    const model = readSlots(withOperations('constructor', 'then', '__proto__', 'await'));
    expect(model.operations.map(({ identifier }) => identifier)).toEqual([
      'op',
      'constructor_',
      'then_',
      '__proto___',
      'await_',
    ]);
    expect(emitStub(model, '#runtime')).toContain('  then_(input: types.then_Input, ');
  });

  it('renames an import if an operation has the same name', () => {
    const model = readSlots(withOperations('codecs', 'caller', 'Operation'));
    expect(emitService(model, '#runtime')).toContain('import { operation, service, type Operation as Operation_,');
    expect(emitStub(model, '#runtime')).toContain('this.#caller = caller_(S, options);');
  });

  it('takes names that start with a digit or hold other letters', () => {
    const model = readGiven(wsdl().replace('<wsdl:service name="S">', '<wsdl:service name="Łódź-2">'));
    expect(model).toMatchObject({ name: 'Łódź-2', identifier: '__d__2', stub: '__d__2Stub' });
    expect(emitService(model, '#runtime')).toContain("name: 'Łódź-2',");
  });
  it('cannot break out of a comment or a string', () => {
    const model = readGiven(
      wsdl({ action: `<soap:operation soapAction="'; break() //\\"/>` }).replace('http://t/', 'http://t/*/'),
    );
    expect(emitService(model, '#runtime')).toContain(`soapAction: '\\'; break() //\\\\',`);
    expect(emitStub(model, '#runtime')).toMatch(/the address in the WSDL,\s+\*\s+http:\/\/t\/\*\\\/, is not used\./);
  });
});
