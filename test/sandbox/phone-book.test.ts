import { describe, expect, it } from 'vitest';
import type { ArrayOfNumber } from '../../generated/types.js';
import { CLIENT, type TestGateway, testGateway } from './setup.js';

const client = CLIENT;
const OK = { result: 0, description: 'OK' };

const addGroup = async ({ stub }: TestGateway, name: string | null, info?: string): Promise<object> =>
  stub.soap_AddGroup({ client, group: { name, info } });
const addNumber = async ({ stub }: TestGateway, number: string | null, id_group = 1, name?: string): Promise<object> =>
  stub.soap_AddNumber({ client, number: { number, name, id_group } });
const delNumber = async ({ stub }: TestGateway, number: string | null, id_group = 1): Promise<object> =>
  stub.soap_DelNumber({ client, number: { number, id_group } });
const numbersOf = async ({ stub }: TestGateway, id_group = 1): Promise<ArrayOfNumber> =>
  (await stub.soap_GetNumbers({ client, id_group })).arNumbers;

describe('groups', () => {
  it('get ids and are listed with their counts in the order of creation', async () => {
    const gateway = testGateway();
    expect(await addGroup(gateway, 'Klienci', 'stali & nowi')).toEqual({ ...OK, id_group: 1 });
    expect(await addGroup(gateway, 'Żółw')).toEqual({ ...OK, id_group: 2 });
    await addNumber(gateway, '500100200', 2);
    expect(await gateway.stub.soap_GetGroups({ client })).toEqual({
      ...OK,
      arGroups: [
        { id: '1', name: 'Klienci', info: 'stali & nowi', num_count: 0 },
        { id: '2', name: 'Żółw', info: '', num_count: 1 },
      ],
    });
  });

  it('with an existing name are refused with 4116', async () => {
    const gateway = testGateway();
    await addGroup(gateway, 'A');
    expect(await addGroup(gateway, 'A')).toEqual({
      result: 4116,
      description: 'Group already exists',
      id_group: 0,
    });
    expect(gateway.sandbox.account('alice')?.groups).toHaveLength(1);
  });

  it.each([
    ['no name', null],
    ['an empty name', ''],
    ['a name of white space', ' \n'],
  ])('with %s are refused with 4110', async (_, name) => {
    expect(await addGroup(testGateway(), name)).toMatchObject({ result: 4110, id_group: 0 });
  });

  it('are deleted with their numbers, whose count is returned', async () => {
    const gateway = testGateway({
      groups: [{ name: 'A', numbers: [{ number: '500100201' }, { number: '500100202' }] }],
    });
    expect(await gateway.stub.soap_DelGroup({ client, id_group: 1 })).toEqual({ ...OK, num_count: 2 });
    expect(await gateway.stub.soap_GetNumbers({ client, id_group: 1 })).toMatchObject({ result: 40 });
    expect((await gateway.stub.soap_GetGroups({ client })).arGroups).toEqual([]);
  });

  it.each([
    ['unknown', 99],
    ['nil', null],
  ])('are not deleted with an id that is %s (40)', async (_, id_group) => {
    const gateway = testGateway({ groups: [{ name: 'A' }] });
    expect(await gateway.stub.soap_DelGroup({ client, id_group })).toEqual({
      result: 40,
      description: 'No such group',
      num_count: 0,
    });
    expect(await gateway.stub.soap_GetNumbers({ client, id_group })).toMatchObject({
      result: 40,
      arNumbers: [],
    });
  });
});

describe('the numbers of a group', () => {
  it.each(['500100200', '+48 500-100-200', '4915112345678'])(
    'come back letter for letter as they were added: %s',
    async (number) => {
      const gateway = testGateway({ groups: [{ name: 'A' }] });
      expect(await addNumber(gateway, number, 1, 'Ż & <x>')).toEqual(OK);
      expect(await numbersOf(gateway)).toEqual([{ number, name: 'Ż & <x>', id_group: 1 }]);
    },
  );
  it.each(['', '12345', 'hello', '4850010020', null])(
    'are refused with 13 when they are not correct: %s',
    async (number) => {
      const gateway = testGateway({ groups: [{ name: 'A' }] });
      expect(await addNumber(gateway, number)).toMatchObject({ result: 13 });
      expect(await numbersOf(gateway)).toEqual([]);
    },
  );

  it('are refused the second time with 409 with the option', async () => {
    const gateway = testGateway({ groups: [{ name: 'A' }, { name: 'B' }] }, { duplicateNumbers: 'refuse' });
    await addNumber(gateway, '500100200');
    expect(await addNumber(gateway, '+48500100200')).toMatchObject({ result: 409 });
    expect(await addNumber(gateway, '500100200', 2)).toEqual(OK);
    await delNumber(gateway, '500100200');
    expect(await addNumber(gateway, '500100200')).toEqual(OK);
  });

  it('are deleted in any spelling, with all entries', async () => {
    const gateway = testGateway({ groups: [{ name: 'A' }] });
    for (const number of ['500100200', '500100201', '+48500100200']) await addNumber(gateway, number);
    expect(await delNumber(gateway, '0048500100200')).toEqual(OK);
    expect(await numbersOf(gateway)).toMatchObject([{ number: '500100201' }]);
  });

  it.each<['named' | 'all', readonly string[]]>([
    ['named', ['second', '']],
    ['all', []],
  ])('are deleted with a name as the gateway does: %s', async (deletedEntries, left) => {
    const gateway = testGateway({ groups: [{ name: 'A' }, { name: 'B' }] }, { deletedEntries });
    for (const name of ['first', 'second', '']) await addNumber(gateway, '500100200', 1, name);
    await addNumber(gateway, '500100200', 2, 'first');
    const number = { number: '+48500100200', name: 'first', id_group: 1 };
    expect(await gateway.stub.soap_DelNumber({ client, number })).toEqual(OK);
    expect((await numbersOf(gateway)).map((entry) => entry?.name)).toEqual(left);
    expect(await gateway.stub.soap_DelNumber({ client, number })).toMatchObject({ result: 4200 });
    expect(await gateway.stub.soap_DelNumber({ client, number: { ...number, id_group: 2 } })).toEqual(OK);
  });

  it('of the options are stored unchanged, even if they are invalid', async () => {
    const gateway = testGateway({ groups: [{ name: 'A', numbers: [{ number: ' 007 ', name: 'Bond' }] }] });
    expect(await numbersOf(gateway)).toEqual([{ number: ' 007 ', name: 'Bond', id_group: 1 }]);
    expect(await delNumber(gateway, ' 007 ')).toEqual(OK);
  });
});
