import { describe, expect, it } from 'vitest';
import { facadeSkeleton } from '../../src/codegen/emitting/skeletons.js';
import { readSlots, withOperations } from './given.js';

/** The methods of the client of a service with these operations, and `op`. */
function methodsFor(...names: readonly string[]): readonly string[] {
  const text = facadeSkeleton(readSlots(withOperations(...names)), '#runtime');
  return [...text.matchAll(/^ {2}(\w+)\(input: /gm)].map(([, name = '']) => name);
}

describe('the beginning of a client', () => {
  it('names its methods as is usual', () => {
    expect(methodsFor('soap_GetGroups', 'SMSCount', 'add')).toEqual(['op', 'soapGetGroups', 'smsCount', 'add']);
  });

  it('has no two methods of one name', () => {
    const names = methodsFor('get_user', 'getUser', 'GetUser', 'get__user', 'getUser_2');
    expect(new Set(names).size).toBe(6);
    expect(names.slice(0, 3)).toEqual(['op', 'getUser', 'getUser_2']);
  });

  it('has no method that JavaScript would take for something else', () => {
    expect(methodsFor('Then', 'then', 'constructor')).toEqual(['op', 'Then', 'then_', 'constructor_']);
  });
});
