import { describe, expect, it } from 'vitest';
import type { AddressBookRecord } from '../../../src/address-book/formats/records/records.js';
import { read, write } from './given.js';

const BOOK: readonly AddressBookRecord[] = [
  { kind: 'group', id: 17, name: 'Klienci', info: 'dwa\nwiersze' },
  { kind: 'number', groupId: 17, group: 'Klienci', number: '+48500100200', name: 'Zażółć "Gęślą"' },
];
const WRITTEN =
  '{"kind":"group","id":17,"name":"Klienci","info":"dwa\\nwiersze"}\n' +
  '{"kind":"number","groupId":17,"group":"Klienci","number":"+48500100200","name":"Zażółć \\"Gęślą\\""}\n';

describe('JSON Lines', () => {
  it('have one record a line', async () => {
    expect(await write(BOOK, 'jsonl')).toBe(WRITTEN);
    expect(await read(WRITTEN, 'jsonl')).toEqual({ records: BOOK, rejects: [] });
  });

  it('may have a byte order mark, blank lines, other line ends and names that are not known', async () => {
    const file = `\ufeff\r\n${WRITTEN.replaceAll('\n', '\r\n\r\n').replace('"id"', '"size":3,"id"')}`;
    expect(await read(file, 'jsonl')).toEqual({ records: BOOK, rejects: [] });
  });

  it('need not show a group, nor an id or a name', async () => {
    const file = '{"kind":"number","group":"A","number":"48500100200"}\n{"kind":"number","number":"48500100201"}';
    expect(await read(file, 'jsonl', { group: 'B' })).toEqual({
      records: [
        { kind: 'group', name: 'A', info: '' },
        { kind: 'number', group: 'A', number: '48500100200', name: '' },
        { kind: 'group', name: 'B', info: '' },
        { kind: 'number', group: 'B', number: '48500100201', name: '' },
      ],
      rejects: [],
    });
  });

  it('may name a group by its id alone, and a group without what is noted of it', async () => {
    const file = '{"kind":"group","id":0,"name":"A"}\n{"kind":"number","groupId":7,"number":"48500100200"}';
    expect(await read(file, 'jsonl', { group: 'B' })).toEqual({
      records: [
        { kind: 'group', id: 0, name: 'A', info: '' },
        { kind: 'group', id: 7, name: '', info: '' },
        { kind: 'number', groupId: 7, group: '', number: '48500100200', name: '' },
      ],
      rejects: [],
    });
  });

  it('give a group once, however often it stands there', async () => {
    const group = '{"kind":"group","name":"A","info":"x"}\n';
    const { records } = await read(`${group}${group}{"kind":"group","name":"A","info":"y"}`, 'jsonl');
    expect(records).toEqual([{ kind: 'group', name: 'A', info: 'x' }]);
  });

  it.each([
    ['{"kind":"number"', "is not JSON with the kind 'group' or 'number'"],
    ['[1]', "is not JSON with the kind 'group' or 'number'"],
    ['null', "is not JSON with the kind 'group' or 'number'"],
    ['{"kind":"contact"}', "is not JSON with the kind 'group' or 'number'"],
    ['{"kind":"group","info":"x"}', 'has no text as its name'],
    ['{"kind":"group","name":"x\\ud83d"}', 'has half a character in its name'],
    ['{"kind":"number","group":"A","number":"48500100200","name":"\\ude00x"}', 'has half a character in its name'],
    ['{"kind":"group","name":""}', 'has neither a number nor a group'],
    ['{"kind":"group","name":"A","info":7}', 'has no text as its info'],
    ['{"kind":"group","name":"A","id":"7"}', 'has no whole number as its id'],
    ['{"kind":"group","name":"A","id":1.5}', 'has no whole number as its id'],
    ['{"kind":"number","group":"A","number":48500100200}', 'has no text as its number'],
    ['{"kind":"number","group":"A","number":"12"}', 'has a number that is not a telephone number'],
    ['{"kind":"number","number":"48500100200"}', 'has no group, and no option says to which group it belongs'],
  ])('that are no record are told with line and reason: %s', async (line, reason) => {
    expect(await read(`${line}\r\n${WRITTEN}`, 'jsonl')).toEqual({
      records: BOOK,
      rejects: [{ line: 1, reason, text: line }],
    });
  });

  it('that are too long are told, too', async () => {
    const { records, rejects } = await read(`"${'x'.repeat(4 * 1024 * 1024)}"\n${WRITTEN}`, 'jsonl');
    expect(records).toEqual(BOOK);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([[1, 'is longer than 4194304 characters']]);
  });
});
