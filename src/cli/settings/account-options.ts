import type { CommandOption } from '../running/command.js';

/** The file with the profiles, unless `--config` names another one. */
export const CONFIG_FILE = 'sms-service.json';

const CONFIG_OPTION: CommandOption = {
  flags: '--config <file>',
  text: `the file with the profiles (default: ${CONFIG_FILE}, if it exists)`,
};

const TIMEOUT_OPTION: CommandOption = { flags: '--timeout-ms <ms>', text: 'the time for a complete call' };

const PACE_OPTION: CommandOption = {
  flags: '--max-per-second <number>',
  text: 'the most requests to an account in a second, such as 20 or 0.5',
};

/** Options of commands that name profiles by arguments. */
export const CONFIG_OPTIONS: readonly CommandOption[] = [CONFIG_OPTION, TIMEOUT_OPTION, PACE_OPTION];

/** The two accounts of a command. */
export const TWO_ACCOUNTS: readonly CommandOption[] = [
  { flags: '--from <profile>', text: 'the source (default: that of the plan)' },
  { flags: '--to <profile>', text: 'the target (default: that of the plan)' },
];

export const TWO_ACCOUNTS_OPTIONS: readonly CommandOption[] = [...TWO_ACCOUNTS, ...CONFIG_OPTIONS];

/** Options of commands that need the address of the gateway only. */
export const ADDRESS_OPTIONS: readonly CommandOption[] = [
  { flags: '--profile <name>', text: 'the account, by its name in the file (or SMS_SERVICE_PROFILE)' },
  CONFIG_OPTION,
  { flags: '--url <url>', text: 'the URL of the gateway (or SMS_SERVICE_URL)' },
  TIMEOUT_OPTION,
  PACE_OPTION,
];

/** Options of commands for one account over SOAP. */
export const ACCOUNT_OPTIONS: readonly CommandOption[] = [
  ...ADDRESS_OPTIONS,
  { flags: '--username <name>', text: 'the account (or SMS_SERVICE_USERNAME)' },
  {
    flags: '--password-file <file>',
    text: 'a file with the password; - is the standard input (or SMS_SERVICE_PASSWORD, or a prompt)',
    standard: true,
  },
  { flags: '--hash <form>', text: 'how the password is sent: none or md5 (default: none)', values: ['none', 'md5'] },
];

export const HTTP_URL_OPTION: CommandOption = {
  flags: '--http-url <url>',
  text: 'the URL of the HTTP interface (or SMS_SERVICE_HTTP_URL)',
};

/** Options of commands for one account over either interface. */
export const EITHER_OPTIONS: readonly CommandOption[] = [
  ...ACCOUNT_OPTIONS,
  {
    flags: '--over <interface>',
    text: 'soap or http (default: http for an account with a token and without a user name)',
    values: ['soap', 'http'],
  },
  HTTP_URL_OPTION,
  {
    flags: '--token-file <file>',
    text: 'a file with the token; - is the standard input (or SMS_SERVICE_TOKEN, or a prompt)',
    standard: true,
  },
  {
    flags: '--variant <variant>',
    text: 'the variant of the HTTP interface: current or earlier (default: current)',
    values: ['current', 'earlier'],
  },
];

/** The flags of an account, without the file of the profiles: every proposed command names that itself. */
export const ACCOUNT_FLAGS: readonly string[] = ACCOUNT_OPTIONS.map(({ flags }) => flags.split(' ')[0] ?? '').filter(
  (flag) => flag !== '--config',
);
