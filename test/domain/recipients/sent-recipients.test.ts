import { describe, expect, it } from 'vitest';
import { type AnsweredSend, sentRecipients } from '../../../src/domain/recipients/sent-recipients.js';

/** A message of an answer: its id and its number. */
interface Entry {
  readonly id: string;
  readonly number?: string;
  readonly as?: string;
  readonly status?: 'accepted' | 'rejected' | 'invalid' | 'unknown';
}

const A = '48500100201';
const B = '48500100202';
const C = '48500100203';

/** The status and the message id of each number: `accepted 1`. */
function statuses(
  submitted: readonly string[],
  messages: readonly Entry[],
  more: Partial<AnsweredSend<Entry>> = {},
): readonly string[] {
  const resultOf = ({ number, as, status = 'accepted' }: Entry) => ({ status, number, submittedNumber: as });
  return sentRecipients(submitted, { messages, resultOf, count: messages.length, ...more }).map(
    ({ status, message }) => `${status}${message === undefined ? '' : ` ${message.id}`}`,
  );
}

describe('an answer with numbers', () => {
  it.each<[string, readonly string[], readonly Entry[], readonly string[]]>([
    [
      'each message belongs to its number, in any order',
      [A, B],
      [
        { id: '1', number: B },
        { id: '2', number: A },
      ],
      ['accepted 2', 'accepted 1'],
    ],
    [
      'an empty text is invalid, and has no message of another number',
      [A, '', B],
      [
        { id: '1', number: A },
        { id: '2', number: B },
      ],
      ['accepted 1', 'invalid', 'accepted 2'],
    ],
    [
      'a repeated number has the message of the first',
      ['500100201', B, `+${A}`],
      [
        { id: '1', number: A },
        { id: '2', number: B },
      ],
      ['accepted 1', 'accepted 2', 'duplicate 1'],
    ],
    [
      'an invalid number is invalid, and a valid one without a message is skipped',
      [A, '12', B],
      [{ id: '1', number: A }],
      ['accepted 1', 'invalid', 'skipped'],
    ],
    [
      'a rejected number has its status',
      [A, B],
      [
        { id: '1', number: A },
        { id: '2', number: B, status: 'rejected' },
      ],
      ['accepted 1', 'rejected 2'],
    ],
    [
      'a repeated rejected number is rejected, too',
      [A, B, A],
      [
        { id: '1', number: A, status: 'rejected' },
        { id: '2', number: B },
      ],
      ['rejected 1', 'accepted 2', 'rejected 1'],
    ],
    [
      'a rejected message without a number changes no other',
      [A, '12'],
      [
        { id: '1', number: A },
        { id: '2', status: 'rejected' },
      ],
      ['accepted 1', 'invalid'],
    ],
    [
      'the submitted number of a message has precedence over its number',
      ['x1', A],
      [
        { id: '1', as: 'x1', number: C },
        { id: '2', number: A },
      ],
      ['accepted 1', 'accepted 2'],
    ],
    [
      'a message to another number leaves the others unknown',
      [A, B],
      [
        { id: '1', number: A },
        { id: '2', number: C },
      ],
      ['accepted 1', 'unknown'],
    ],
    [
      'a message without a number leaves the others unknown',
      [A, B, '12'],
      [{ id: '1', number: A }, { id: '2' }],
      ['accepted 1', 'unknown', 'unknown'],
    ],
    [
      'two messages to a number submitted three times leave the third unknown',
      [A, A, A],
      [
        { id: '1', number: A },
        { id: '2', number: A },
      ],
      ['accepted 1', 'accepted 2', 'unknown'],
    ],
  ])('%s', (_, submitted, messages, wanted) => {
    expect(statuses(submitted, messages)).toEqual(wanted);
  });

  it('with a different count has unknown recipients, except those listed as skipped', () => {
    const messages = [{ id: '1', number: A }];
    expect(statuses([A, B, '12', '13'], messages, { count: 2, skipped: ['12'] })).toEqual([
      'accepted 1',
      'unknown',
      'invalid',
      'unknown',
    ]);
  });

  it('has a message for each allowed duplicate', () => {
    const messages = [
      { id: '1', number: A },
      { id: '2', number: A },
    ];
    expect(statuses([A, A], messages, { allowDuplicates: true })).toEqual(['accepted 1', 'accepted 2']);
    expect(statuses([A, A], messages.slice(1), { allowDuplicates: true })).toEqual(['accepted 2', 'unknown']);
  });
});

describe('an answer without numbers', () => {
  const ids = (...all: readonly string[]): readonly Entry[] => all.map((id) => ({ id }));

  it.each<[string, readonly string[], readonly Entry[], readonly string[]]>([
    ['one message belongs to the only number, also if it is invalid', ['12'], ids('1'), ['accepted 1']],
    ['as many messages as numbers belong to them, in order', [A, B], ids('1', '2'), ['accepted 1', 'accepted 2']],
    [
      'as many messages as valid numbers belong to the valid numbers',
      [A, '12', B, `+${A}`],
      ids('1', '2'),
      ['accepted 1', 'invalid', 'accepted 2', 'duplicate 1'],
    ],
    [
      'as many messages as valid numbers with duplicates belong to one each',
      [A, '12', A],
      ids('1', '2'),
      ['accepted 1', 'invalid', 'accepted 2'],
    ],
    ['fewer messages leave all unknown', [A, B, C], ids('1', '2'), ['unknown', 'unknown', 'unknown']],
    ['more messages leave all unknown', [A, '12'], ids('1', '2'), ['unknown', 'unknown']],
    ['an invalid number without messages is invalid', ['12'], [], ['invalid']],
    [
      'a number without an assigned prefix may have been skipped',
      [A, '999123456789'],
      ids('1'),
      ['unknown', 'unknown'],
    ],
    [
      'a rejected message has its position',
      [A, B],
      [{ id: '1', status: 'rejected' }, { id: '2' }],
      ['rejected 1', 'accepted 2'],
    ],
    [
      'an entry that was not understood leaves its number unknown',
      [A, B],
      [{ id: '1', status: 'unknown' }, { id: '2' }],
      ['unknown 1', 'accepted 2'],
    ],
  ])('%s', (_, submitted, messages, wanted) => {
    expect(statuses(submitted, messages)).toEqual(wanted);
  });
});

describe('a recipient', () => {
  it('has the normalized number, if it is valid', () => {
    const found = sentRecipients(['500 100 201', '12'], {
      messages: [{ id: '1' }],
      resultOf: () => ({ status: 'accepted' }),
      count: 1,
    });
    expect(found).toEqual([
      { submitted: '500 100 201', number: A, status: 'accepted', message: { id: '1' } },
      { submitted: '12', status: 'invalid' },
    ]);
  });
});
