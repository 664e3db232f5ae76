import { describe, expect, it } from 'vitest';
import { array } from '../../../src/soap/codecs/array.js';
import { required } from '../../../src/soap/codecs/members.js';
import { record } from '../../../src/soap/codecs/record.js';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { derived, tagged } from '../../../src/soap/codecs/typed/derived.js';
import type { KnownType } from '../../../src/soap/codecs/typed/known-types.js';
import { readElement } from '../../support/read-element.js';

interface Entity {
  readonly $type?: 'Entity' | undefined;
  readonly id: number;
}
interface User {
  readonly $type?: 'User' | undefined;
  readonly id: number;
  readonly name: string;
}
const ENTITY = tagged<Entity>('Entity', record('ns1:Entity', { id: required(int) }));
const USER = tagged<User>('User', record('ns1:User', { id: required(int), name: required(string) }));
const TYPES: readonly KnownType[] = [
  ['Entity', '{urn:sms-service}Entity', ENTITY],
  ['User', '{urn:sms-service}User', USER],
];
const ANY_ENTITY = derived<Entity | User>('ns1:Entity', 'Entity', () => TYPES);
const ABSTRACT = derived<User>('ns1:Entity', undefined, () => TYPES.slice(1));
const problem = (details: object): object => expect.objectContaining(details);

describe('a value of a type or of one that is derived from it', () => {
  it('is written as what its $type says, or as the declared type', () => {
    expect(ANY_ENTITY.write('e', { $type: 'User', id: 1, name: 'x' })).toBe(
      '<e xsi:type="ns1:User"><id xsi:type="xsd:int">1</id><name xsi:type="xsd:string">x</name></e>',
    );
    expect(ANY_ENTITY.write('e', { id: 1 })).toBe('<e xsi:type="ns1:Entity"><id xsi:type="xsd:int">1</id></e>');
    expect(array('ns1:Entities', ANY_ENTITY).write('a', [{ $type: 'Entity', id: 1 }])).toContain(
      'arrayType="ns1:Entity[1]"',
    );
  });

  it.each([
    ['<e xsi:type="ns1:User"><id>1</id><name>x</name></e>', { $type: 'User', id: 1, name: 'x' }],
    ['<e xsi:type="ns1:Entity"><id>1</id></e>', { $type: 'Entity', id: 1 }],
    ['<e><id>1</id><name>x</name></e>', { $type: 'Entity', id: 1 }],
    ['<e xsi:type="nowhere:User"><id>1</id></e>', { $type: 'Entity', id: 1 }],
    // A namespace of the server's own making.
    ['<e xmlns:x="urn:other" xsi:type=" x:User "><id>1</id><name>x</name></e>', { $type: 'User', id: 1, name: 'x' }],
    ['<e xsi:type="apache:Map"><item><key>id</key><value>1</value></item></e>', { $type: 'Entity', id: 1 }],
    ['<e xsi:nil="true"/>', null],
  ])('%s is read', (element, wanted) => {
    expect(readElement(ANY_ENTITY, element)).toEqual(wanted);
  });

  it('is read at the target of a reference', () => {
    const list = array('ns1:Entities', ANY_ENTITY);
    const user = '<b id="x" xsi:type="ns1:User"><id>1</id><name>x</name></b>';
    expect(readElement(list, `<a><i href="#x"/>${user}<i href="#x"/></a>`)).toEqual([
      { $type: 'User', id: 1, name: 'x' },
      { $type: 'User', id: 1, name: 'x' },
      { $type: 'User', id: 1, name: 'x' },
    ]);
  });

  it('of another type is refused with the names of both', () => {
    expect(() => readElement(ANY_ENTITY, '<e xsi:type="ns1:Group"><id>1</id></e>')).toThrow(
      problem({ message: 'has another type than Entity, User', quoted: 'Group', xsdType: 'ns1:Entity' }),
    );
    expect(() => readElement(ANY_ENTITY, '<e xsi:type="xsd:int">1</e>')).toThrow(problem({ quoted: 'int' }));
  });

  it.each<[unknown, string, string]>([
    [{ $type: 'Group', id: 1 }, 'is not one of Entity, User', '$type'],
    [{ id: 1, name: 'x' }, 'is unknown. Known names: id', 'name'],
    ['x', 'must be an object', ''],
    [[], 'must be an object', ''],
  ])('%j is not written: %s', (value, message, path) => {
    expect(() => ANY_ENTITY.write('e', value as Entity)).toThrow(problem({ message, path }));
  });
});

describe('an abstract declared type', () => {
  it('a value has to say its type', () => {
    expect(() => ABSTRACT.write('e', { id: 1, name: 'x' })).toThrow(
      problem({ message: 'is missing; it is one of User', path: '$type' }),
    );
    expect(() => readElement(ABSTRACT, '<e><id>1</id></e>')).toThrow(
      problem({ message: 'has no xsi:type; it must be one of User' }),
    );
    expect(() => readElement(ABSTRACT, '<e xsi:type="ns1:Entity"><id>1</id></e>')).toThrow(
      problem({ message: 'has another type than User', quoted: 'Entity' }),
    );
    expect(readElement(ABSTRACT, '<e xsi:type="ns1:User"><id>1</id><name/></e>')).toEqual({
      $type: 'User',
      id: 1,
      name: '',
    });
  });
});

describe('a derived type that is declared itself', () => {
  it('takes its own name as $type, and reads none', () => {
    const user: User = { $type: 'User', id: 1, name: 'x' };
    expect(USER.write('u', user)).toBe(
      '<u xsi:type="ns1:User"><id xsi:type="xsd:int">1</id><name xsi:type="xsd:string">x</name></u>',
    );
    expect(readElement(USER, '<u><id>1</id><name>x</name></u>')).toEqual({ id: 1, name: 'x' });
    expect(() => USER.write('u', { ...user, $type: 'Entity' as never })).toThrow(
      problem({ message: 'is not User', path: '$type' }),
    );
    expect(() => USER.write('u', 'x' as never)).toThrow(problem({ message: 'must be an object' }));
  });
});
