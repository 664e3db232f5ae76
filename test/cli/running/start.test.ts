import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Interruption } from '../../../src/cli/running/interruption.js';
import { start } from '../../../src/cli/start.js';
import { CommandHere } from './here.js';

const command = new CommandHere();
const { argv, exitCode } = process;
const begin = (...words: readonly string[]): Promise<void> => {
  process.argv = ['node', 'sms-service', ...words];
  return start(new Interruption());
};

beforeEach(() => {
  process.exitCode = undefined;
});
afterEach(() => {
  process.argv = argv;
  process.exitCode = exitCode;
});

describe('the command as a process', () => {
  it('runs its arguments, and exits with the code of the command', async () => {
    await begin('--version');
    expect([command.printed.out, process.exitCode]).toEqual(['1.2.3\n', 0]);
    await begin('balance');
    expect(process.exitCode).toBe(2);
    expect(command.printed.err).toContain('unknown command balance');
  });

  it('reports an unexpected error as a defect', async () => {
    const before = process.listeners('uncaughtException');
    await begin('--version', '--json');
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as typeof process.exit);
    const [tell] = process.listeners('uncaughtException').filter((listener) => !before.includes(listener));
    tell?.(new RangeError('no memory'), 'uncaughtException');
    expect(exit).toHaveBeenCalledWith(70);
    const message = 'this is a defect of sms-service: RangeError: no memory';
    expect(JSON.parse(command.printed.err)).toEqual({ error: message, exitCode: 70 });
  });

  it('escapes text from outside in a warning', async () => {
    process.removeAllListeners('warning').on('warning', () => expect.unreachable());
    await begin('cassette', 'key');
    process.emit('warning', Object.assign(new Error('a\u009bb'), { name: 'Deprecation' }));
    expect(command.printed.err).toBe('Deprecation: a\\u009bb\n');
  });
});
