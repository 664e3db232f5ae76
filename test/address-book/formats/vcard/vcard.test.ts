import { describe, expect, it } from 'vitest';
import { read } from '../given.js';

const card = (...properties: readonly string[]): string => ['BEGIN:VCARD', ...properties, 'END:VCARD', ''].join('\r\n');

describe('vCard', () => {
  it('3.0 gives each number in each category', async () => {
    const file = card(
      'VERSION:3.0',
      'N:Kowalski;Jan;;dr;',
      'FN:dr Jan Kowa',
      ' lski\\, Łódź',
      'item1.TEL;TYPE=CELL,VOICE:+48 500 100 200',
      'TEL;type=HOME;type=pref:22 100 20 30',
      'CATEGORIES:Rodzina,Praca\\, biuro',
    );
    expect(await read(file, 'vcard')).toEqual({
      records: [
        { kind: 'group', name: 'Rodzina', info: '' },
        { kind: 'number', group: 'Rodzina', number: '+48 500 100 200', name: 'dr Jan Kowalski, Łódź' },
        { kind: 'number', group: 'Rodzina', number: '22 100 20 30', name: 'dr Jan Kowalski, Łódź' },
        { kind: 'group', name: 'Praca, biuro', info: '' },
        { kind: 'number', group: 'Praca, biuro', number: '+48 500 100 200', name: 'dr Jan Kowalski, Łódź' },
        { kind: 'number', group: 'Praca, biuro', number: '22 100 20 30', name: 'dr Jan Kowalski, Łódź' },
      ],
      rejects: [],
    });
  });

  it('4.0 may have numbers as addresses', async () => {
    const file = card(
      'VERSION:4.0',
      'FN:Ewa',
      'TEL;VALUE=uri;TYPE="voice,home":tel:+48-500-100-200;ext=5',
      'TEL:500100201',
    );
    expect((await read(file, 'vcard', { group: 'Import' })).records).toEqual([
      { kind: 'group', name: 'Import', info: '' },
      { kind: 'number', group: 'Import', number: '+48-500-100-200', name: 'Ewa' },
      { kind: 'number', group: 'Import', number: '500100201', name: 'Ewa' },
    ]);
  });

  it.each([
    ['N:Nowak;Anna;Maria,Ewa;dr;MBA', 'dr Anna Maria Ewa Nowak MBA'],
    ['FN:\r\nN:Nowak;;;;', 'Nowak'],
    ['FN:Nowak\\; Jan \\\\; a\\\\\\; b\\, c\\nd', 'Nowak; Jan \\; a\\; b, c\nd'],
    ['N:Nowak\\; Kowal\\, x;Jan', 'Jan Nowak; Kowal, x'],
  ])('has a name without FN, too: %s', async (property, name) => {
    const { records } = await read(card('VERSION:3.0', property, 'TEL:500100200'), 'vcard', { group: 'A' });
    expect(records[1]).toEqual({ kind: 'number', group: 'A', number: '500100200', name });
  });

  const GOOD = card('VERSION:4.0', 'FN:Ewa', 'TEL:500100200');
  it.each([
    [
      card('VERSION:5.0', 'FN:Ewa', 'TEL:500100201'),
      'is a card of an unsupported version. Supported are 2.1, 3.0 and 4.0',
    ],
    [card('VERSION:3.0', 'FN:Ewa', 'EMAIL:ewa@example.org'), 'has no number'],
    [
      card('VERSION:3.0', 'N:Rodzina', 'X-ADDRESSBOOKSERVER-KIND:group'),
      'is the card of a group, which is not supported',
    ],
    ['TEL:500100201\r\n', 'is outside of a card'],
    ['BEGIN:VCARD\r\nVERSION:3.0\r\nTEL:500100201\r\n', 'is a card without END:VCARD'],
  ])('that is invalid, or has no number, is rejected with line and reason: %j', async (text, reason) => {
    const { records, rejects } = await read(GOOD + text + GOOD.replace('200', '202'), 'vcard', { group: 'A' });
    expect(records.map((record) => (record.kind === 'number' ? record.number : record.name))).toEqual([
      'A',
      '500100200',
      '500100202',
    ]);
    expect(rejects).toEqual([{ line: 6, reason, text: text.trimEnd() }]);
  });

  it('is read without invalid numbers and properties: each is rejected with its line', async () => {
    const tel = ['TEL;TYPE=CELL:112', 'TEL:500100201', 'TEL;TYPE="x:500100203', 'nonsense', 'ITEM1.tel:ask', ' her'];
    expect(await read(card('VERSION:3.0', 'FN:Ewa', ...tel), 'vcard', { group: 'A' })).toEqual({
      records: [
        { kind: 'group', name: 'A', info: '' },
        { kind: 'number', group: 'A', number: '500100201', name: 'Ewa' },
      ],
      rejects: [
        { line: 6, reason: 'is not a property of a card', text: 'TEL;TYPE="x:500100203' },
        { line: 7, reason: 'is not a property of a card', text: 'nonsense' },
        { line: 4, reason: 'has a number that is not a telephone number', text: 'TEL;TYPE=CELL:112' },
        { line: 8, reason: 'has a number that is not a telephone number', text: 'ITEM1.tel:ask\r\n her' },
      ],
    });
  });

  it('continues if only a note looks like its end, its version or its encoding', async () => {
    const note = ['NOTE:END:VCARD', 'NOTE:BEGIN:VCARD'];
    const file = card('X-VERSION:2.1', 'VERSION:3.0', 'NOTE:x;ENCODING=QUOTED-PRINTABLE:', ...note, 'TEL:500100200');
    expect(await read(file, 'vcard', { group: 'G' })).toMatchObject({
      records: [{}, { number: '500100200' }],
      rejects: [],
    });
  });

  it('that is too long is rejected once', async () => {
    const long = card(
      'VERSION:3.0',
      'PHOTO:',
      ...Array.from({ length: 60_000 }, () => ` ${'A'.repeat(74)}`),
      'TEL:500100201',
    );
    const { records, rejects } = await read(`${long}x\r\n${GOOD}`, 'vcard', { group: 'A' });
    expect(records).toHaveLength(2);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'is longer than 4194304 characters'],
      [60_006, 'is outside of a card'],
    ]);
  });
});
