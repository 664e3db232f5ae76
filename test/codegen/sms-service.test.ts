import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Part, TypeReference } from '../../src/codegen/model/model.js';
import { readWsdl } from '../../src/codegen/read-wsdl.js';

const path = fileURLToPath(new URL('../../wsdl/sms-service.wsdl', import.meta.url));
const { model } = readWsdl(path, {
  readFile: readFileSync,
  displayName: (file) => file,
  allTypes: true,
  strictness: 'plain',
});

// Sections 2.8 and 4.10 of the specification, typed by hand.
const SMS_PARAM =
  'to string, from string, message string, eco int, date int, arParam ArrayOfString, idx string, single int, ' +
  'no_unicode int, datacoding string, id_partner int, test int';
const STRUCTS = {
  Client: 'username string, password string',
  Response: 'result int, response ArrayOfString, count int, points float, description string',
  sms_param: SMS_PARAM,
  sms_param_ext: `${SMS_PARAM}, priority int, udh string`,
  sms_multi_param:
    'arTo ArrayOfString, from string, message string, eco int, date int, arParams ArrayOfParam, arIdx ArrayOfString, ' +
    'single int, no_unicode int, datacoding string, id_partner int, test int',
  Sms:
    'id string, to string, from string, message string, flash int, eco int, date int, status int, submitdate int, ' +
    'donedate int',
  Group: 'id string, name string, info string, num_count int',
  Number: 'number string, name string, id_group int',
};
const ARRAYS = {
  ArrayOfString: 'string',
  ArrayOfInt: 'int',
  ArrayOfSms: 'Sms',
  ArrayOfGroup: 'Group',
  ArrayOfNumber: 'Number',
  ArrayOfParam: 'ArrayOfString',
};
const ANSWER = 'result int, description string';
const OPERATIONS: readonly (readonly [name: string, input: string, output: string])[] = [
  ['soap_GetSenders', '', `${ANSWER}, arSenders ArrayOfString`],
  ['soap_DelSchSmsById', 'id string', ANSWER],
  ['soap_AddNumber', 'number Number', ANSWER],
  ['soap_DelNumber', 'number Number', ANSWER],
  ['soap_AddGroup', 'group Group', `${ANSWER}, id_group int`],
  ['soap_DelGroup', 'id_group int', `${ANSWER}, num_count int`],
  ['soap_GetGroups', '', `${ANSWER}, arGroups ArrayOfGroup`],
  ['soap_GetNumbers', 'id_group int', `${ANSWER}, arNumbers ArrayOfNumber`],
  ['soap_GetSmsByDate', 'date_from int, date_to int', `${ANSWER}, arSms ArrayOfSms`],
  ['soap_GetSmsByIds', 'arIds ArrayOfString', `${ANSWER}, arSms ArrayOfSms`],
  ['soap_CheckPoints', '', `${ANSWER}, points float`],
  ['soap_SendMulti', 'sms_param sms_multi_param', 'Response Response'],
  ['soap_SendSms', 'sms_param sms_param', 'response Response'],
  ['soap_SendSmsExt', 'sms_param sms_param_ext', 'response Response'],
];

describe('the WSDL of the repository', () => {
  it('has the structs of section 2.8 with their fields in order', () => {
    const structs = model.types.flatMap((type) => (type.kind === 'struct' ? [[type.name, listed(type.fields)]] : []));
    expect(structs).toEqual(Object.entries(STRUCTS));
  });

  it('lets every field of a struct be absent and nil, but for those of Client', () => {
    for (const type of model.types) {
      if (type.kind !== 'struct') continue;
      const isOpen = type.name !== 'Client';
      for (const { optional, nillable } of type.fields) {
        expect({ optional, nillable }).toEqual({ optional: isOpen, nillable: isOpen });
      }
    }
  });

  it('has the arrays of section 2.8', () => {
    const arrays = model.types.flatMap((type) => (type.kind === 'array' ? [[type.name, shortName(type.item)]] : []));
    expect(arrays).toEqual(Object.entries(ARRAYS));
  });

  it('has the operations of section 4.10 in order', () => {
    expect(model.operations.map(({ name }) => name)).toEqual(OPERATIONS.map(([name]) => name));
  });

  it.each(OPERATIONS)('has the parts of section 4.10 in %s', (name, input, output) => {
    const operation = model.operations.find((candidate) => candidate.name === name);
    expect(operation).toMatchObject({
      identifier: name,
      namespace: 'urn:sms-service',
      soapAction: `urn:sms-service#${name}`,
    });
    expect(listed(operation?.input ?? [])).toBe(['client Client', input].filter(Boolean).join(', '));
    expect(listed(operation?.output ?? [])).toBe(output);
  });

  it('documents every type, field, operation and part', () => {
    const fields = model.types.flatMap((type) => (type.kind === 'struct' ? type.fields : []));
    const parts = model.operations.flatMap(({ input, output }) => [...input, ...output]);
    for (const { name, documentation } of [...model.types, ...fields, ...model.operations, ...parts]) {
      expect(documentation, name).toMatch(/^[A-Za-z0-9].*[.)]$/s);
    }
  });
});

function listed(parts: readonly Pick<Part, 'name' | 'type'>[]): string {
  return parts.map(({ name, type }) => `${name} ${shortName(type)}`).join(', ');
}

function shortName(type: TypeReference): string {
  if (type.kind === 'scalar') return type.scalar.codec;
  return type.kind === 'named' ? type.identifier : `${shortName(type.item)}[]`;
}
