import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { commandOfTests, GatewayOfTests, PASSWORDS, SECRETS, twoAccounts } from './command.js';

const command = commandOfTests();
const gateway = new GatewayOfTests(() => twoAccounts(command, { old: [{ name: 'Customers' }] }));

/** Starts the command on a terminal. @param program - the program before the words */
function startOnTerminal(
  words: string,
  environment: Readonly<Record<string, string>>,
  program = `${process.execPath} ${command.program}`,
) {
  const line = `${program} ${words}`;
  const env = { PATH: process.env.PATH, TERM: 'xterm', ...environment };
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: command.folder, env });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (screen += piece));
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { ended, screen: () => screen, type: (keys: string) => child.stdin.write(keys) };
}

/** Runs the command on a terminal. @param answer - typed when the screen shows a question */
async function onTerminal(words: string, environment: Readonly<Record<string, string>>, answer = '') {
  const running = startOnTerminal(words, environment);
  if (answer !== '') {
    await eventually(() => expect(running.screen()).toMatch(/(?:Password|Token) of/));
    running.type(answer);
  }
  return { code: await running.ended, screen: running.screen() };
}

const COLOUR = /\u001b\[\d+m/;

describe('on a terminal', () => {
  it('prints colours', async () => {
    const { code, screen } = await onTerminal('verify --from old --to new', PASSWORDS);
    expect(code).toBe(1);
    expect(screen).toMatch(COLOUR);
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('prints no colours with %j', async (more) => {
    const { screen } = await onTerminal('verify --from old --to new', { ...PASSWORDS, ...more });
    expect(screen).toContain('Customers');
    expect(screen).not.toMatch(COLOUR);
  });

  it('control characters in a name are escaped, and the colours stay', async () => {
    const name = 'a\u009b2J\u202e\u007f';
    const groups = [{ name, info: '', numbers: [{ number: '48500100201', name }] }];
    await gateway.restart(() => twoAccounts(command, { old: groups }));
    const shown = 'a\\u009b2J\\u202e\\u007f';
    const { screen } = await onTerminal('groups --profile old', PASSWORDS);
    expect(screen.trimEnd()).toBe(`1\t1 number\t${shown}`);
    expect((await onTerminal('verify --from old --to new', PASSWORDS)).screen).toContain(
      `\u001b[31m- group\t${shown}\u001b[39m\r\n`,
    );
    // Exports are escaped only on a terminal.
    for (const format of ['csv', 'jsonl']) {
      const exported = await onTerminal(`export --profile old --out - --format ${format}`, PASSWORDS);
      expect(exported.screen).toContain(shown);
      expect(exported.screen).not.toMatch(/[\u007f-\u009f\u202e]/);
    }
  });

  it('a missing password is requested, and not shown', async () => {
    // Backspace deletes the last character.
    const { code, screen } = await onTerminal('points --profile old', {}, `${SECRETS.old}x\u007f\r`);
    expect(screen).toBe('Password of old: \r\n100 points\r\n');
    expect(code).toBe(0);
  });

  it('a signal at that question ends with 130, too', async () => {
    // The command replaces the shell and has its process id.
    const line = `sh -c 'echo $$; exec ${process.execPath} ${command.program} points --profile old'`;
    const running = startOnTerminal(line, {}, '');
    await eventually(() => expect(running.screen()).toContain('Password of'));
    process.kill(Number.parseInt(running.screen(), 10), 'SIGTERM');
    expect(await running.ended).toBe(130);
    expect(running.screen()).toContain('sms-service: interrupted');
  });

  it('the bar continues below notes', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => ({ number: `485001${index + 10_000}` }));
    await gateway.restart(() => twoAccounts(command, { old: [{ name: 'Many', numbers }] }));
    await command.run(['plan', '--from', 'old', '--to', 'new', '--out', 'stop.json'], PASSWORDS);
    gateway.current.failEvery(1, 'soap_AddNumber', { delayMs: 100 });
    const running = startOnTerminal('apply stop.json --concurrency 2', PASSWORDS);
    await eventually(() => expect(running.screen()).toContain('of 61 steps'));
    running.type('\u0003');
    expect(await running.ended).toBe(130);
    expect(running.screen()).toContain(
      '\r\u001b[KFinishing requests in flight. Press Ctrl-C again to stop immediately.\r\n\r\u001b[K',
    );
    expect(running.screen()).toMatch(/\d+ of 61 steps complete\.\r\n(?:\u001b\[\d+m)?Interrupted;/);
  });
});
