import { describe, expect, it } from 'vitest';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { groupRequest, multiRequest, receive } from './requests.js';
import {
  clientFor,
  description,
  groups,
  groupsResponse,
  points,
  result,
  senders,
  WAYS,
  XSI_1999,
  XSI_2000,
} from './responses.js';

describe('nil', () => {
  const forms = [
    'xsi:nil="true"',
    'xsi:nil="1"',
    'xsi:null="1"',
    `${XSI_1999} old:null="true"`,
    `${XSI_2000} old:null="true"`,
  ];
  it.each(forms)('is %s, for any content', async (nil) => {
    expect(await description(`<description ${nil}/>`)).toBeNull();
    expect(await description(`<description ${nil}>x</description>`)).toBeNull();
    expect(await result(`<result ${nil} xsi:type="xsd:int"/>`)).toBeNull();
    expect(await points(`<points ${nil}>no number</points>`)).toBeNull();
    expect(await senders(`<arSenders><item>a</item><item ${nil}/></arSenders>`)).toEqual(['a', null]);
    expect(await groups(groupsResponse(`<item ${nil}/><item><id ${nil}/></item>`))).toMatchObject([null, { id: null }]);
    expect((await receive(groupRequest(`<name>N</name><info ${nil}>x</info>`))).groups).toEqual([
      { name: 'N', info: '' },
    ]);
  });

  it.each(['xsi:nil="false"', 'xsi:nil=""', 'xsi:null="0"', 'nil="true"', 'xmlns:a="urn:a" a:nil="true"'])(
    'is not %s',
    async (nil) => {
      expect(await description(`<description ${nil}>x</description>`)).toBe('x');
      expect(await result(`<result ${nil}>7</result>`)).toBe(7);
      expect((await receive(groupRequest(`<name>N</name><info ${nil}>x</info>`))).groups).toMatchObject([
        { info: 'x' },
      ]);
    },
  );

  it('is not an empty element: a text is empty then, a number wrong', async () => {
    expect(await description('<description/>')).toBe('');
    expect(await rejection(result('<result/>'))).toMatchObject({ name: 'DecodeError', path: 'result' });
  });
});

describe('numbers', () => {
  const ints: readonly (readonly [string, number])[] = [
    ['5', 5],
    ['-5', -5],
    ['007', 7],
    [' \t\r\n5 \n', 5],
    ['&#53;', 5],
    ['<![CDATA[5]]>', 5],
    ['1<!-- x -->2', 12],
    ['2147483647', 2_147_483_647],
    ['000000000000000000012', 12],
  ];
  it.each(ints)('an int is %j', async (text, value) => {
    expect(await result(`<result>${text}</result>`)).toBe(value);
  });
  const noInts = ['', '0abc', '0x10', '1,5', '0.0', '1e3', '--1', 'OK', '\u00a05', '2147483648', '-2147483649', 'NaN'];
  it.each(noInts)('an int is never %j', async (text) => {
    const wanted = { name: 'DecodeError', path: 'result', xsdType: 'xsd:int', outcome: 'unknown' };
    expect(await rejection(result(`<result>${text}</result>`))).toMatchObject(wanted);
    const response = soapResponse('soap_GetNumbers', `<result>${text}</result>`);
    for (const [, read] of WAYS) expect(await rejection(read(clientFor(response)))).toMatchObject(wanted);
    const { fault, messages } = await receive(multiRequest(`<arTo><i>48500100200</i></arTo><eco>${text}</eco>`));
    expect([fault, messages]).toEqual([expect.stringMatching(/^Client: sms_param\.eco: /), []]);
  });

  it.each(['', 'Infinity', 'nan', '-NAN', '-inf', '1,5', '0x10', '.', '1e', '1 000'])(
    'a float is never %j',
    async (text) => {
      expect(await rejection(points(`<points>${text}</points>`))).toMatchObject({
        name: 'DecodeError',
        path: 'points',
        xsdType: 'xsd:float',
      });
    },
  );
});

describe('a result that is missing is never success', () => {
  it.each([
    ['absent', ''],
    ['nil', '<result xsi:nil="true"/>'],
    ['of another name, behind other parts', '<description>OK</description><results>0</results>'],
    ['in another part', '<x><result>0</result></x>'],
  ])('%s', async (_name, part) => {
    const error = { name: 'DecodeError', path: 'result', xsdType: 'xsd:int', outcome: 'unknown' };
    const response = soapResponse('soap_GetNumbers', `${part}<arNumbers/>`);
    for (const [, read] of WAYS) expect(await rejection(read(clientFor(response)))).toMatchObject(error);
    const other = soapResponse('soap_DelSchSmsById', part);
    expect(await rejection(clientFor(other).delSchSmsById('1'))).toMatchObject(error);
  });
});
