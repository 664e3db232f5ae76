import { describe, expect, it } from 'vitest';
import { rejection } from '../support/collect.js';
import { clientFor, envelopeOf, numbersResponse, WAYS } from './responses.js';

const WRAPPER =
  '<ns1:soap_GetNumbersResponse><result>0</result><arNumbers href="#list"/></ns1:soap_GetNumbersResponse>';
const LIST = '<m id="list" SOAP-ENC:root="0"><item href="#item"/></m>';
const ITEM = '<m id="item"><number href="#text"/><name>N</name><id_group href="#group"/></m>';
const RECORD = '<number>1</number>';
const VALUES = '<m id="text" xsi:type="xsd:string">0048</m><m id="group" xsi:type="xsd:int">5</m>';

describe.each(WAYS)('a target, read %s', (_way, read) => {
  it.each([
    ['after the wrapper', WRAPPER + LIST + ITEM + VALUES],
    ['before the wrapper', LIST + ITEM + VALUES + WRAPPER],
    ['inside the wrapper, before its use', WRAPPER.replace('<result>', `${VALUES}${ITEM}${LIST}<result>`)],
    ['inside the wrapper, after its use', WRAPPER.replace('"/>', `"/>${LIST}${ITEM}${VALUES}`)],
    [
      'for the whole wrapper',
      `<ns1:soap_GetNumbersResponse href="#w"/><m id="w"><result>0</result><arNumbers href="#list"/></m>${LIST}${ITEM}${VALUES}`,
    ],
    [
      'that is a reference itself',
      `${WRAPPER}<m id="list" href="#other"/>${LIST.replace('"list"', '"other"')}${ITEM}${VALUES}`,
    ],
  ])('is found %s: part, item and fields', async (_name, body) => {
    expect(await read(clientFor(envelopeOf(body)))).toEqual([{ number: '0048', name: 'N', groupId: 5 }]);
  });

  it('is found at its first use, in the graph mode of gSOAP', async () => {
    const items =
      '<item id="_1"><number id="_2">1</number><name id="_3">N</name></item><item href="#_1"/>' +
      '<item><number>2</number><name href="#_3"/></item><item><number href="#_2"/></item>';
    expect(await read(clientFor(numbersResponse(`<result>0</result><arNumbers>${items}</arNumbers>`)))).toEqual([
      { number: '1', name: 'N', groupId: 7 },
      { number: '1', name: 'N', groupId: 7 },
      { number: '2', name: 'N', groupId: 7 },
      { number: '1', name: '', groupId: 7 },
    ]);
  });

  it('has an attribute id beside a child element id', async () => {
    const item = '<m id="item"><id>9</id><number id="n">1</number></m>';
    expect(await read(clientFor(envelopeOf(WRAPPER + LIST + item)))).toEqual([{ number: '1', name: '', groupId: 7 }]);
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['dangling', '<item href="#nowhere"/>', 'does not exist'],
    ['external', '<item href="http://127.0.0.1/x"/>', 'never followed'],
    ['external, without #', '<item href="a"/><x id="a"/>', 'never followed'],
    ['duplicate', '<item href="#d"/><item id="d"/><item id="d"/>', 'duplicate'],
    [
      'duplicate, of two types',
      `<item id="d">${RECORD}</item><item><number id="d">1</number></item><item href="#d"/>`,
      'duplicate',
    ],
    ['circular, to itself', '<item href="#s" id="s"/>', 'circular'],
    ['circular, to an enclosing element', '<item id="o"><name href="#o"/></item>', 'circular'],
  ];
  it.each(refused)('is refused: %s', async (_name, items, reason) => {
    const response = numbersResponse(`<result>0</result><arNumbers>${items}</arNumbers>`);
    expect(await rejection(read(clientFor(response)))).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining(reason),
      // A duplicate id is refused at any position.
      path:
        reason === 'duplicate' ? expect.stringMatching(/^(?:arNumbers.\d+.)?$/) : expect.stringMatching(/^arNumbers\[/),
    });
  });

  it('is refused: fan-out that has no end', async () => {
    const uses = (count: number): string => '<item href="#item"/>'.repeat(count);
    const response = (count: number): string =>
      envelopeOf(WRAPPER + LIST.replace('<item href="#item"/>', uses(count)) + ITEM + VALUES);
    // The list is one reference; every use of the item is three: itself, its number and its group.
    expect(await read(clientFor(response(33), { maxReferences: 100 }))).toHaveLength(33);
    expect(await rejection(read(clientFor(response(34), { maxReferences: 100 })))).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining('more than 100 references'),
    });
  });
});
