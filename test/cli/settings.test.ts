import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandOfTests, GatewayOfTests, PASSWORDS, SECRETS, twoAccounts } from './command.js';

const command = commandOfTests();
const gateway = new GatewayOfTests(() => twoAccounts(command, {}));

const POINTS = { code: 0, out: '100 points\n', err: '' };

describe('the account is taken from', () => {
  it('the environment', async () => {
    const environment = {
      SMS_SERVICE_URL: gateway.current.url,
      SMS_SERVICE_USERNAME: 'old',
      SMS_SERVICE_PASSWORD: SECRETS.old,
    };
    expect(await command.run(['points'], environment)).toEqual(POINTS);
  });

  it('the options, before the environment', async () => {
    const file = command.write('password', `${SECRETS.new}\n`);
    const environment = {
      SMS_SERVICE_URL: 'http://127.0.0.1:1/',
      SMS_SERVICE_USERNAME: 'old',
      SMS_SERVICE_PASSWORD: 'x',
    };
    const args = ['points', '--url', gateway.current.url, '--username', 'new', '--password-file', file];
    expect(await command.run(args, environment)).toEqual(POINTS);
  });

  it('the profile that SMS_SERVICE_PROFILE names', async () => {
    expect(await command.run(['points'], { ...PASSWORDS, SMS_SERVICE_PROFILE: 'old' })).toEqual(POINTS);
  });

  it('a profile of another file, whose password file is beside it', async () => {
    command.write('new-password', SECRETS.new);
    const { url } = gateway.current;
    const file = command.write('other.json', {
      profiles: { a: { url, username: 'new', passwordFile: 'new-password' } },
    });
    expect(await command.run(['points', '--config', file, '--profile', 'a'])).toEqual(POINTS);
  });

  it('a profile alone: the password of the environment is not sent to its address', async () => {
    const { url } = gateway.current;
    const file = command.write('without.json', { profiles: { old: { url, username: 'old' } } });
    const args = ['points', '--config', file, '--profile', 'old'];
    const { code, err } = await command.run(args, { SMS_SERVICE_PASSWORD: SECRETS.old });
    expect({ code, err }).toEqual({
      code: 3,
      err:
        'sms-service: no password for old. Set passwordEnv or passwordFile of the profile, or --password-file\n' +
        '  Check the account with: sms-service doctor\n',
    });
    expect(gateway.current.callCount()).toBe(0);
  });
});

describe('a password', () => {
  it('that is refused exits with 3, and is never printed', async () => {
    const wrong = 'wrong-secret-1234';
    const { code, out, err } = await command.run(['points', '--profile', 'old'], { OLD_PASSWORD: wrong });
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('gateway code 101');
    expect(err).not.toContain(wrong);
  });

  it.each([
    [['--password', 'hidden-1234'], '--password', 'SMS_SERVICE_PASSWORD, --password-file'],
    [['--password=hidden-1234'], '--password', 'SMS_SERVICE_PASSWORD, --password-file'],
    [['--token', 'hidden-1234'], '--token', 'SMS_SERVICE_TOKEN, --token-file'],
  ])('or a token is not accepted as an option: %s', async (args, name, other) => {
    const err = `sms-service: ${name} does not exist, because others could see the value. Use ${other} or the prompt\n`;
    expect(await command.run(['points', ...args])).toEqual({ code: 2, out: '', err });
  });

  it.each([
    ['that is missing', 'nowhere', 'the password file cannot be read: '],
    ['that is empty', 'empty', 'the password file is empty: '],
  ])('file %s ends with 3', async (_, name, message) => {
    command.write('empty', '\n');
    const args = ['points', '--url', gateway.current.url, '--username', 'old', '--password-file', name];
    const { code, err } = await command.run(args);
    expect(code).toBe(3);
    expect(err).toContain(message);
  });
});

describe('a password file', () => {
  const warning = (file: string): string => `other users can read the password file. Run: chmod 600 ${file}\n`;
  const args = (file: string) => {
    return ['points', '--url', gateway.current.url, '--username', 'old', '--password-file', file];
  };

  it.each([0o640, 0o604])('that others can read causes a warning, and is used: %o', async (mode) => {
    const file = command.write('shared password', SECRETS.old);
    chmodSync(file, mode);
    expect(await command.run(args('shared password'))).toEqual({ ...POINTS, err: warning(`'${file}'`) });
    chmodSync(file, 0o600);
    expect(await command.run(args('shared password'))).toEqual(POINTS);
  });
});

describe('a configuration file', () => {
  it.each([
    ['a configuration file', ['--config', '/dev/zero', '--profile', 'a'], 2],
    ['a password file', ['--url', 'http://127.0.0.1:1/', '--username', 'a', '--password-file', '/dev/zero'], 2],
  ])('without an end is not waited for: %s', async (_, args, code) => {
    const ended = await command.run(['points', ...args]);
    expect(ended).toEqual({ code, out: '', err: 'sms-service: /dev/zero has more than 1048576 bytes\n' });
  });

  it('that does not exist, or lacks the profile, is named', async () => {
    expect(await command.run(['points', '--config', 'none.json', '--profile', 'a'])).toEqual({
      code: 2,
      out: '',
      err: 'sms-service: profile a: none.json does not exist\n',
    });
    expect((await command.run(['points', '--profile', 'oldest'])).err).toBe(
      'sms-service: sms-service.json has no profile oldest. Its profiles: old, new\n',
    );
  });

  it('without URL or user name causes an error that names the missing field', async () => {
    expect((await command.run(['points'])).err).toBe(
      'sms-service: the URL of the gateway is missing. ' +
        'Set --profile, --url, SMS_SERVICE_URL or url in a profile\n',
    );
    expect((await command.run(['points', '--url', gateway.current.url])).err).toBe(
      'sms-service: the user name is missing. ' +
        'Set --profile, --username, SMS_SERVICE_USERNAME or username in a profile\n',
    );
  });
});
