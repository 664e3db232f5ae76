import { describe, expect, it } from 'vitest';
import { read } from './given.js';

/** As Google Contacts exports today; most of its columns are left out. */
const GOOGLE =
  'First Name,Middle Name,Last Name,Nickname,Notes,Labels,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value\r\n' +
  'Anna,Maria,Nowak,,,Rodzina ::: * myContacts,anna@example.org,Mobile,+48 500 100 200 ::: 500100201,Home,+48 22 100 20 30\r\n' +
  'Jan,,Kowalski,,"line one\nline two",* myContacts,,,,,\r\n' +
  'Ewa,,,,,* myContacts,,Mobile,500-100-202,Work,ask her\r\n';

describe('the address book of', () => {
  it('Google Contacts is read: several numbers of a person, labels as groups', async () => {
    expect(await read(GOOGLE, 'csv', { group: 'Google' })).toEqual({
      records: [
        { kind: 'group', name: 'Rodzina', info: '' },
        { kind: 'number', group: 'Rodzina', number: '+48 500 100 200', name: 'Anna Maria Nowak' },
        { kind: 'number', group: 'Rodzina', number: '500100201', name: 'Anna Maria Nowak' },
        { kind: 'number', group: 'Rodzina', number: '+48 22 100 20 30', name: 'Anna Maria Nowak' },
        { kind: 'group', name: 'Google', info: '' },
        { kind: 'number', group: 'Google', number: '500-100-202', name: 'Ewa' },
      ],
      rejects: [
        { line: 3, reason: 'has no number', text: 'Jan,,Kowalski,,"line one\nline two",* myContacts,,,,,' },
        {
          line: 5,
          reason: 'has a number that is not a telephone number',
          text: 'Ewa,,,,,* myContacts,,Mobile,500-100-202,Work,ask her',
        },
      ],
    });
  });
});

describe('a column', () => {
  it.each(['Phone 1 - Value', 'Mobile Phone', 'Business Phone 2', 'Phone', ' Number '])(
    'has numbers under the title %j',
    async (title) => {
      expect((await read(`${title},Name\n500100200,Ewa\n`, 'csv', { group: 'A' })).records).toHaveLength(2);
    },
  );

  it.each(['Old Phone 1 - Value', 'Phone 1 - Value (old)', 'Business Fax', 'Pager'])(
    'has none under the title %j',
    async (title) => {
      await expect(read(`${title},Name\n500100200,Ewa\n`, 'csv', { group: 'A' })).rejects.toThrow(
        'line 1: has no column of telephone numbers',
      );
    },
  );

  it.each(['Name', 'First Name', 'Last Name'])('has names under the title %j', async (title) => {
    const { records } = await read(`Mobile,${title}\n500100200,Ewa\n`, 'csv', { group: 'A' });
    expect(records[1]).toEqual({ kind: 'number', group: 'A', number: '500100200', name: 'Ewa' });
  });

  it.each([
    ['Labels', 'A :::  B ::: ', ['A', 'B']],
    ['Labels', 'A;B', ['A;B']],
    ['Categories', 'A; B;;C', ['A', 'B', 'C']],
    ['Group Membership', '* starred', ['G']],
  ])('has groups under the title %s: %s', async (title, cell, groups) => {
    const { records } = await read(`Mobile\t${title}\n500100200\t${cell}\n`, 'csv', { group: 'G' });
    expect(records.flatMap((record) => (record.kind === 'group' ? [record.name] : []))).toEqual(groups);
  });
});

describe('any other file', () => {
  const FILE = "Imię;Nazwisko;Dział;Telefon;Telefon 2;number\nAnna;Nowak;Biuro;'+48500100200;500100201;1\n";
  const columns = { Imię: 'name', Nazwisko: 'name', Dział: 'group', Telefon: 'number', 'Telefon 2': 'number' };

  it('is read by the titles of its columns, and others are not looked at', async () => {
    expect(await read(FILE, 'csv', { columns })).toEqual({
      records: [
        { kind: 'group', name: 'Biuro', info: '' },
        { kind: 'number', group: 'Biuro', number: '+48500100200', name: 'Anna Nowak' },
        { kind: 'number', group: 'Biuro', number: '500100201', name: 'Anna Nowak' },
      ],
      rejects: [],
    });
  });

  it('is refused when it lacks a column that was named', async () => {
    await expect(read(FILE, 'csv', { columns: { Tel: 'number' } })).rejects.toMatchObject({
      code: 'VALIDATION',
      message: 'columns.Tel: is not a column of the file',
    });
  });
});
