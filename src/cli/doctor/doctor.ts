import type { Output } from '../output/output.js';
import { printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT, type ExitCode } from '../running/exit-codes.js';
import { addressesOf, chosenAccount, chosenProfile } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import type { Finding } from './finding.js';
import { useFindings } from './use.js';
import { addressFinding, tlsFinding } from './way.js';

/** Tells why an account cannot be used. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'tell why an account cannot be used, and what to do; nothing is changed',
  options: [
    { flags: '--send <number>', text: 'check a send to it, too: nothing is sent or charged' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: ['sms-service doctor --profile new', 'sms-service doctor --profile new --send 48500100200'],
  run: async (context) => {
    const { options, output, interruption } = context;
    const { profile } = chosenProfile(context);
    let exitCode: ExitCode = EXIT.done;
    const tell = async (finding: Finding): Promise<boolean> => {
      if (exitCode === EXIT.done) ({ exitCode } = finding);
      const { check, status, text, todo } = finding;
      await output.result({ check, status, text, todo }, () => lineOf(output, finding));
      return finding.status !== 'wrong';
    };
    for (const url of addressesOf(profile)) {
      if (!(await tell(await addressFinding(url, profile)))) return exitCode;
      if (!(await tell(await tlsFinding(url, profile, interruption.signal)))) return exitCode;
    }
    const account = await chosenAccount(context);
    for await (const finding of useFindings(account, options.text('--send'), interruption.signal)) await tell(finding);
    return exitCode;
  },
};

const SIGNS = { well: 'well ', wrong: 'WRONG', note: 'note ' } as const;
const STYLES = { well: 'good', wrong: 'bad', note: 'strong' } as const;

function lineOf(output: Output, { check, status, text, todo }: Finding): string {
  const line = `${output.styled(STYLES[status], SIGNS[status])}  ${check.padEnd(11)}  ${printable(text)}`;
  return todo === '' ? line : `${line}\n${' '.repeat(20)}-> ${printable(todo)}`;
}
