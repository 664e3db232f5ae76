import { describe, expect, it } from 'vitest';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { CLIENT_XML, groupRequest, receive, requestOf } from './requests.js';
import {
  APACHE,
  clientFor,
  description,
  envelopeOf,
  groups,
  groupsResponse,
  points,
  result,
  WAYS,
} from './responses.js';

const OLD_XSD = 'xmlns:old="http://www.w3.org/1999/XMLSchema"';

describe.each(WAYS)('the response among the children of the Body, read %s', (_way, read) => {
  const parts = '<result>0</result><arNumbers><item><number>0048</number></item></arNumbers>';
  const wrapper = `<ns1:soap_GetNumbersResponse>${parts}</ns1:soap_GetNumbersResponse>`;
  const foreign = '<result>1</result><arNumbers><item><number>666</number></item></arNumbers>';
  const found = [{ number: '0048', name: '', groupId: 7 }];

  it.each([
    ['of any name', `<Result>${parts}</Result>`],
    ['of any namespace', `<o:soap_GetNumbersResponse xmlns:o="urn:other">${parts}</o:soap_GetNumbersResponse>`],
    ['the first of two strangers', `<a>${parts}</a><b>${foreign}</b>`],
    ['by its name, after a stranger', `<Result>${foreign}</Result>${wrapper}`],
    ['by its name, after text of a stranger', `<Result>text</Result>${wrapper}`],
    ['by its name, after the response to something else', `<ns1:soap_GetGroupsResponse/>${wrapper}`],
    ['by its name, after a target that claims to be the root', `<m id="a" SOAP-ENC:root="1">${foreign}</m>${wrapper}`],
    ['the stranger that is no target', `<m id="a">${foreign}</m><Result>${parts}</Result>`],
    [
      'the stranger that is the root',
      `<m SOAP-ENC:root="0">${foreign}</m><m id="r" SOAP-ENC:root="1">${parts}</m><x>${foreign}</x>`,
    ],
  ])('is found: %s', async (_name, body) => {
    expect(await read(clientFor(envelopeOf(body)))).toEqual(found);
  });

  it.each([
    ['nothing', '', 'the Body has no response'],
    ['only targets', `<m id="a">${parts}</m>`, 'the Body has no response'],
    [
      'the response to something else',
      `<ns1:soap_GetGroupsResponse>${parts}</ns1:soap_GetGroupsResponse>`,
      'belongs to',
    ],
  ])('is missed: %s', async (_name, body, message) => {
    expect(await rejection(read(clientFor(envelopeOf(body))))).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining(message),
    });
  });
});

describe('names', () => {
  const item = '<id>1</id><name>N</name><num_count>2</num_count>';
  const one = [{ id: '1', name: 'N', info: undefined, num_count: 2 }];

  it.each([
    [
      'prefixes mean nothing',
      soapResponse('X', `<result>0</result><arGroups><item>${item}</item></arGroups>`)
        .replaceAll('SOAP-ENV', 's')
        .replaceAll('ns1', 'SOAP-ENV'),
    ],
    [
      'parts and fields may be qualified, as by SOAP::Lite',
      envelopeOf(
        `<r xmlns:q="urn:sms-service"><q:arGroups><q:item>${item.replaceAll('<', '<q:').replaceAll('<q:/', '</q:')}</q:item></q:arGroups></r>`,
      ),
    ],
    ['item names mean nothing', soapResponse('X', `<arGroups><Group>${item}</Group></arGroups>`)],
    ['unknown fields are passed over', groupsResponse(`<i><zzz><id>9</id></zzz>${item}<y xsi:nil="1"/></i>`)],
    [
      'the order of parts and fields is free',
      soapResponse(
        'X',
        '<arGroups><i><num_count>2</num_count><name>N</name><id>1</id></i></arGroups><result>0</result>',
      ),
    ],
  ])('%s, in a response', async (_name, response) => {
    expect(await groups(response)).toEqual(one);
  });

  const client = CLIENT_XML;
  const group = '<group><name>N</name><info>I</info></group>';
  it.each([
    [
      'prefixes mean nothing',
      requestOf(`<n:soap_AddGroup>${client}${group}</n:soap_AddGroup>`)
        .replaceAll('e:', 'soapenv:')
        .replaceAll(':e=', ':soapenv='),
    ],
    [
      "the wrapper's namespace means nothing",
      requestOf(`<soap_AddGroup xmlns="urn:other">${client}${group}</soap_AddGroup>`),
    ],
    [
      'parts and fields may be qualified',
      requestOf(
        `<n:soap_AddGroup>${(client + group).replaceAll('<', '<n:').replaceAll('<n:/', '</n:')}</n:soap_AddGroup>`,
      ),
    ],
    [
      'unknown parts and fields are passed over',
      requestOf(
        `<n:soap_AddGroup><zzz/>${client}${group.replace('<name>', '<y><name>9</name></y><name>')}</n:soap_AddGroup>`,
      ),
    ],
    [
      'the order of parts and fields is free',
      requestOf(`<n:soap_AddGroup><group><info>I</info><name>N</name></group>${client}</n:soap_AddGroup>`),
    ],
  ])('%s, in a request', async (_name, request) => {
    expect((await receive(request)).groups).toEqual([{ name: 'N', info: 'I' }]);
  });
});

describe('types', () => {
  it.each([
    ['xsd:int', '0048'],
    ['xsd:float', '1e3'],
    ['xsd:date', '2027-01-15'],
    ['ns1:Unknown', 'x'],
    ['unbound:int', '007'],
  ])('a string stays the string it was, typed %j', async (type, text) => {
    expect(await description(`<description xsi:type="${type}">${text}</description>`)).toBe(text);
    const request = groupRequest(`<name>N</name><info xsi:type="${type}">${text}</info>`);
    expect((await receive(request)).groups).toEqual([{ name: 'N', info: text }]);
  });

  it('a number has the type of the WSDL, not its xsi:type', async () => {
    expect(await result('<result xsi:type="xsd:string">7</result>')).toBe(7);
    expect(await points('<points xsi:type="xsd:int">7.5</points>')).toBe(7.5);
    expect(await rejection(result('<result xsi:type="xsd:float">7.5</result>'))).toMatchObject({ xsdType: 'xsd:int' });
  });

  it.each([
    ['xsi:type="xsd:base64Binary"', 'xbzD\n s8WC\nZg=='],
    ['xsi:type="SOAP-ENC:base64"', 'xbzDs8WCZg=='],
    [`${OLD_XSD} xsi:type="old:base64Binary"`, 'xbzDs8WCZg=='],
  ])('text may come as base64, as SOAP::Lite sends what is not ASCII: %s', async (type, base64) => {
    expect(await description(`<description ${type}>${base64}</description>`)).toBe('żółf');
    const request = groupRequest(`<name>N</name><info ${type.replace('SOAP-ENC', 'enc')}>${base64}</info>`);
    expect((await receive(request)).groups).toEqual([{ name: 'N', info: 'żółf' }]);
  });
  const entry = (key: string, value: string): string => `<item><key>${key}</key>${value}</item>`;
  const swapped = (key: string, value: string): string =>
    `<item>${value}<key xsi:type="xsd:string">${key}</key></item>`;
  it('a struct may come as an Apache Map, key and value in any order', async () => {
    const item =
      entry('num_count', '<value>5</value>') +
      swapped('name', '<value>N</value>') +
      entry('zzz', '<value><x/></value>');
    expect(await groups(groupsResponse(`<item ${APACHE} xsi:type="apache:Map">${item}</item>`))).toEqual([
      { id: undefined, name: 'N', info: undefined, num_count: 5 },
    ]);
    const group = `<group ${APACHE} xsi:type="apache:Map">${swapped('info', '<value>I</value>')}${entry('name', '<value>N</value>')}</group>`;
    const request = requestOf(`<n:soap_AddGroup>${CLIENT_XML}${group}</n:soap_AddGroup>`);
    expect((await receive(request)).groups).toEqual([{ name: 'N', info: 'I' }]);
  });
});
