import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/errors/errors.js';
import { readOptions } from '../../src/options/table.js';
import { createSandbox, type SandboxAccount, startSandbox } from '../../src/sandbox/index.js';
import { SANDBOX_OPTIONS } from '../../src/sandbox/options/sandbox-options.js';
import { createCore } from '../../src/sandbox/sandbox.js';
import { rejection } from '../support/collect.js';
import { ALICE } from './setup.js';

const BOB: SandboxAccount = { username: 'bob', password: 'bob-secret-4711' };

/** The name of the account that a token is of. */
function ownerOf(token: string, ...accounts: readonly SandboxAccount[]): string | undefined {
  const { gateway } = createCore(readOptions({ accounts }, SANDBOX_OPTIONS));
  return gateway.authorize({ token }, '127.0.0.1')?.account.username;
}

describe('an account is found by each of its tokens', () => {
  const accounts = [
    { ...ALICE, tokens: ['t0ken-1', 't0ken-2'] },
    { ...BOB, tokens: ['t0ken-3'] },
    { ...BOB, username: 'eve' },
  ];

  it.each([
    ['t0ken-1', 'alice'],
    ['t0ken-2', 'alice'],
    ['t0ken-3', 'bob'],
    ['T0KEN-1', undefined],
    ['t0ken', undefined],
    ['', undefined],
    ['sesame-street', undefined],
    ['alice', undefined],
  ])('%j: %j', (token, owner) => {
    expect(ownerOf(token, ...accounts)).toBe(owner);
  });
});

describe('tokens are refused, with the path of the field and without the token,', () => {
  const SECRET = 's3cret-t0ken';
  it.each<readonly [what: string, accounts: readonly unknown[], path: string, why: string]>([
    ['that are one text', [{ ...ALICE, tokens: SECRET }], 'accounts[0].tokens', 'must be an array'],
    ['that are numbers', [{ ...ALICE, tokens: [SECRET, 5] }], 'accounts[0].tokens[1]', 'must be a string'],
    ['that are empty', [{ ...ALICE, tokens: [''] }], 'accounts[0].tokens[0]', 'is empty'],
    ...[`${SECRET} x`, `${SECRET}\n`, `${SECRET}ż`, `\u007f${SECRET}`].map(
      (token) =>
        [
          `that a header cannot carry (${JSON.stringify(token)})`,
          [{ ...ALICE, tokens: [token] }],
          'accounts[0].tokens[0]',
          'must consist of visible ASCII characters',
        ] as const,
    ),
    ['that stand twice', [{ ...ALICE, tokens: [SECRET, SECRET] }], 'accounts[0].tokens[1]', 'is not unique'],
    [
      'that another account has',
      [
        { ...ALICE, tokens: [SECRET] },
        { ...BOB, tokens: ['other', SECRET] },
      ],
      'accounts[1].tokens[1]',
      'is not unique',
    ],
  ])('%s', async (_, accounts, path, why) => {
    const options = { accounts: accounts as readonly SandboxAccount[] };
    const error = await rejection(startSandbox(options).then((running) => running.close()));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ path, message: `${path}: ${why}` });
    expect(inspect(error, { depth: 9 })).not.toContain(SECRET);
  });
});
it('tokens and passwords are not shown by the gateway', () => {
  const accounts = [{ ...ALICE, tokens: ['s3cret-t0ken'] }];
  const core = createCore(readOptions({ accounts }, SANDBOX_OPTIONS));
  const sandbox = createSandbox({ accounts });
  for (const shown of [
    sandbox,
    core,
    core.gateway.authorize({ token: 's3cret-t0ken' }, ''),
    sandbox.account('alice'),
  ]) {
    const text = inspect(shown, { depth: 9, showHidden: true }) + JSON.stringify(shown);
    expect(text).not.toMatch(/s3cret|sesame/);
  }
});
