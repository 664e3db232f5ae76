import { describe, expect, it } from 'vitest';
import { base64, CLIENT, postParts, readAll, sendMany, sendOne, testGateway } from './setup.js';

const client = CLIENT;

describe('characters that are invalid in XML, sent as base64, are refused and not stored:', () => {
  const sms = (message: string, rest = ''): string => `<sms_param><to>500100200</to>${message}${rest}</sms_param>`;
  it.each([
    ['the name of a group', 'soap_AddGroup', `<group>${base64('name', 'a\u0001')}</group>`, '4111'],
    ['the info of a group', 'soap_AddGroup', `<group><name>a</name>${base64('info', '\uffff')}</group>`, '4111'],
    [
      'the name of a number',
      'soap_AddNumber',
      `<number><number>500100200</number>${base64('name', '\u0000')}<id_group>1</id_group></number>`,
      '4111',
    ],
    ['a text', 'soap_SendSms', sms(base64('message', 'a\u0001')), '11'],
    ['a param', 'soap_SendSms', sms('<message>[%1%]</message>', `<arParam>${base64('i', '\u001f')}</arParam>`), '11'],
    ['an idx', 'soap_SendSms', sms('<message>a</message>', base64('idx', '\u0001')), '27'],
    ['a sender', 'soap_SendSms', sms('<message>a</message>', base64('from', 'Shop\u0001')), '14'],
    ['a number', 'soap_SendSms', `<sms_param>${base64('to', '500100200\u0001')}<message>a</message></sms_param>`, '13'],
  ])('%s', async (_name, operation, parts, result) => {
    const { sandbox, stub } = testGateway({ groups: [{ name: 'A' }] });
    expect(await postParts(sandbox, operation, parts)).toBe(result);
    expect(sandbox.account('alice')).toMatchObject({ groups: [{ name: 'A', numbers: [] }], messages: [], points: 10 });
    expect(await readAll(stub)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('a text that is too long is refused:', () => {
  const group = (name: string, info = ''): object => ({ client, group: { name, info } });
  it('the name of a group has 1,000 characters at most, its info 10,000', async () => {
    const { stub } = testGateway();
    expect(await stub.soap_AddGroup(group('a'.repeat(1001)) as never)).toMatchObject({ result: 4111, id_group: 0 });
    expect(await stub.soap_AddGroup(group('a', 'i'.repeat(10_001)) as never)).toMatchObject({ result: 4111 });
    expect(await stub.soap_AddGroup(group('a'.repeat(1000), 'i'.repeat(10_000)) as never)).toMatchObject({ result: 0 });
  });

  it('the name of a number has 1,000 characters at most, the number 64', async () => {
    const { stub } = testGateway({ groups: [{ name: 'A' }] });
    const add = async (number: string, name: string): Promise<unknown> =>
      (await stub.soap_AddNumber({ client, number: { number, name, id_group: 1 } })).result;
    expect(await add('500100200', 'a'.repeat(1001))).toBe(4111);
    expect(await add(`500100200${' '.repeat(56)}`, '')).toBe(13);
    expect(await add(`500100200${' '.repeat(55)}`, 'a'.repeat(1000))).toBe(0);
  });

  it('a text has 1,530 characters at most, including its placeholders', async () => {
    const gateway = testGateway();
    const send = async (message: string, ...arParam: string[]): Promise<unknown> =>
      (await sendOne(gateway, { message, arParam })).result;
    expect(await send('[%1%][%2%]', 'a'.repeat(1000), 'b'.repeat(530))).toBe(0);
    expect(await send('[%1%][%2%]', 'a'.repeat(1000), 'b'.repeat(531))).toBe(12);
    expect(await send('[%1%]'.repeat(1530), 'a')).toBe(0);
    expect(await send(`${'[%1%]'.repeat(1530)}x`, '')).toBe(12);
    // A placeholder without a value stays, and has 7 septets.
    expect(await send('[%2%]'.repeat(218), 'a')).toBe(0);
    expect(await send('[%2%]'.repeat(219), 'a')).toBe(12);
    expect(await send(`[%2%]${'[%1%]'.repeat(1519)}`, 'a')).toBe(0);
    expect(await send(`[%2%]${'[%1%]'.repeat(1526)}`, 'a')).toBe(12);
  });
});

describe('a list that is too long for one response is refused:', () => {
  const long = 'a'.repeat(1_000_000);
  it('numbers and groups above 256 MiB with 4112', async () => {
    const numbers = (count: number): object[] => Array.from({ length: count }, () => ({ number: '1', name: long }));
    const groups = Array.from({ length: 269 }, (_, index) => ({ name: `${index}`, info: long }));
    const { stub } = testGateway({ groups: [{ name: 'A', numbers: numbers(269) as never }, ...groups] });
    expect(await stub.soap_GetNumbers({ client, id_group: 1 })).toEqual({
      result: 4112,
      description: 'Too many entries for one response',
      arNumbers: [],
    });
    expect(await stub.soap_GetGroups({ client })).toMatchObject({ result: 4112, arGroups: [] });
  });

  it('messages above 64 MiB with 19, and a shorter period is returned', async () => {
    const gateway = testGateway({}, { pricePerPart: 0 });
    const arTo = Array.from({ length: 9000 }, (_, index) => String(500_000_000 + index));
    await sendMany(gateway, { arTo, message: '€'.repeat(670) });
    gateway.wait(1);
    await sendMany(gateway, { arTo, message: '&'.repeat(1530) });
    gateway.wait(1);
    await sendOne(gateway);
    const period = async (from: number, to: number): Promise<object> => {
      const start = Date.parse('2027-01-15T12:00:00Z') / 1000;
      const { result, arSms } = await gateway.stub.soap_GetSmsByDate({
        client,
        date_from: start + from,
        date_to: start + to,
      });
      return { result, count: arSms.length };
    };
    expect(await period(0, 2)).toEqual({ result: 19, count: 0 });
    expect(await period(1, 1)).toEqual({ result: 19, count: 0 });
    expect(await period(0, 0)).toEqual({ result: 0, count: 9000 });
    expect(await period(2, 2)).toEqual({ result: 0, count: 1 });
  });
});
