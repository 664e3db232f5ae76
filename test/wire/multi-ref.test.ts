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
    ['after the wrapper, in the other order', WRAPPER + VALUES + ITEM + LIST],
    ['before the wrapper', LIST + ITEM + VALUES + WRAPPER],
    ['on both sides of the wrapper', VALUES + WRAPPER + ITEM + LIST],
    ['inside the wrapper, before its use', WRAPPER.replace('<result>', `${VALUES}${ITEM}${LIST}<result>`)],
    ['inside the wrapper, after its use', WRAPPER.replace('"/>', `"/>${LIST}${ITEM}${VALUES}`)],
    ['inside another target', `${WRAPPER}<m id="outer"><x>${LIST}${ITEM}</x></m>${VALUES}`],
    [
      'for the whole wrapper',
      `<ns1:soap_GetNumbersResponse href="#w"/><m id="w"><result>0</result><arNumbers href="#list"/></m>${LIST}${ITEM}${VALUES}`,
    ],
    [
      'that is a reference itself',
      `${WRAPPER}<m id="list" href="#other"/>${LIST.replace('"list"', '"other"')}${ITEM}${VALUES}`,
    ],
    [
      'whose id is declared in no order',
      WRAPPER + LIST.replace('id="list" SOAP-ENC:root="0"', 'SOAP-ENC:root="0" id="list"') + ITEM + VALUES,
    ],
  ])('stands %s: part, item and fields', async (_name, body) => {
    expect(await read(clientFor(envelopeOf(body)))).toEqual([{ number: '0048', name: 'N', groupId: 5 }]);
  });

  it('stands where it is used first, in the graph mode of gSOAP', async () => {
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
    ['dangling, in a field', '<item><number href="#nowhere"/></item>', 'does not exist'],
    ['external', '<item href="http://127.0.0.1/x"/>', 'never followed'],
    ['external, with a fragment', '<item href="other.xml#a"/>', 'never followed'],
    ['external, without #', '<item href="a"/><x id="a"/>', 'never followed'],
    ['duplicate', '<item href="#d"/><item id="d"/><item id="d"/>', 'duplicate'],
    [
      'duplicate, before its use',
      `<item id="d">${RECORD}</item><item id="d">${RECORD}</item><item href="#d"/>`,
      'duplicate',
    ],
    [
      'duplicate, of two types',
      `<item id="d">${RECORD}</item><item><number id="d">1</number></item><item href="#d"/>`,
      'duplicate',
    ],
    ['circular, to itself', '<item href="#s" id="s"/>', 'circular'],
    ['circular, over two', '<item id="x" href="#y"/><item id="y" href="#x"/>', 'circular'],
    ['circular, to what is around it', '<item id="o"><name href="#o"/></item>', 'circular'],
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

describe('a target that a stream has not seen when it gives out records', () => {
  const parts = '<result>0</result><arNumbers><i><number>1</number></i></arNumbers><description href="#d"/>';
  const body = `<ns1:soap_GetNumbersResponse>${parts}</ns1:soap_GetNumbersResponse><m id="d">x</m>`;

  it.each([
    ['is found behind them, and no record is given twice', body, 'fulfilled'],
    ['is an error after the records where it does not exist', body.replace('id="d"', 'id="e"'), 'rejected'],
  ])('%s', async (_name, response, status) => {
    const seen: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { number } of clientFor(envelopeOf(response)).streamNumbers(7)) seen.push(number);
    };
    const outcomes = await Promise.allSettled([reading(), clientFor(envelopeOf(response)).getNumbers(7)]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([status, status]);
    expect(seen).toEqual(['1']);
  });
});
