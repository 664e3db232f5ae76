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

  it.each([
    ['null', "must be a JSON object of the kind 'group' or 'number'"],
    ['{"kind":"contact"}', "must be a JSON object of the kind 'group' or 'number'"],
    ['{"kind":"number","group":"A","number":"48500100200","name":"\\ude00x"}', 'name contains an incomplete character'],
    ['{"kind":"group","name":""}', 'has neither a number nor a group'],
    ['{"kind":"group","name":"A","id":1.5}', 'id must be a whole number'],
    ['{"kind":"number","group":"A","number":48500100200}', 'number must be a text'],
    ['{"kind":"number","group":"A","number":"12"}', 'has a number that is not a telephone number'],
  ])('without a record are rejected with line and reason: %s', async (line, reason) => {
    expect(await read(`${line}\r\n${WRITTEN}`, 'jsonl')).toEqual({
      records: BOOK,
      rejects: [{ line: 1, reason, text: line }],
    });
  });
});
