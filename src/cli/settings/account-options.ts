import type { CommandOption } from '../running/command.js';

/** The file with the profiles, unless `--config` names another. */
export const CONFIG_FILE = 'sms-service.json';

const CONFIG_OPTION: CommandOption = {
  flags: '--config <file>',
  text: `the file with the profiles (default: ${CONFIG_FILE}, where it exists)`,
};

const TIMEOUT_OPTION: CommandOption = { flags: '--timeout-ms <ms>', text: 'time for a whole call' };

/** The option for the pace of requests. */
const PACE_OPTION: CommandOption = {
  flags: '--max-per-second <number>',
  text: 'the most requests to an account in a second, such as 20 or 0.5',
};

/** The flags of all calls of a command, for one that is proposed. */
export const CALL_FLAGS: readonly string[] = ['--timeout-ms', '--max-per-second'];

/** Options of commands that work on two accounts. */
export const SIDES_OPTIONS: readonly CommandOption[] = [
  { flags: '--from <profile>', text: 'the account that is read' },
  { flags: '--to <profile>', text: 'the account that is to have what the other one has' },
  CONFIG_OPTION,
  TIMEOUT_OPTION,
  PACE_OPTION,
];

/** Options of commands that name profiles as arguments. */
export const CONFIG_OPTIONS: readonly CommandOption[] = [CONFIG_OPTION, TIMEOUT_OPTION, PACE_OPTION];

/** Options of commands that only need to know where the gateway is. */
export const ADDRESS_OPTIONS: readonly CommandOption[] = [
  { flags: '--profile <name>', text: 'the account, by its name in the file (or SMS_SERVICE_PROFILE)' },
  CONFIG_OPTION,
  { flags: '--url <url>', text: 'the address of the gateway (or SMS_SERVICE_URL)' },
  TIMEOUT_OPTION,
  PACE_OPTION,
];

/** Options of commands that work on one account, over SOAP. */
export const ACCOUNT_OPTIONS: readonly CommandOption[] = [
  ...ADDRESS_OPTIONS,
  { flags: '--username <name>', text: 'the account (or SMS_SERVICE_USERNAME)' },
  {
    flags: '--password-file <file>',
    text: 'holds the password; - is the standard input (or SMS_SERVICE_PASSWORD; else it is asked for)',
    standard: true,
  },
  { flags: '--hash <form>', text: 'how the password travels: none or md5 (default: none)', values: ['none', 'md5'] },
];

/** The address of the HTTP interface. */
export const HTTP_URL_OPTION: CommandOption = {
  flags: '--http-url <url>',
  text: 'the address of the HTTP interface (or SMS_SERVICE_HTTP_URL)',
};

/** Options of commands that work on one account, over either interface. */
export const EITHER_OPTIONS: readonly CommandOption[] = [
  ...ACCOUNT_OPTIONS,
  {
    flags: '--over <interface>',
    text: 'soap or http (default: http for an account that has a token and no user name)',
    values: ['soap', 'http'],
  },
  HTTP_URL_OPTION,
  {
    flags: '--token-file <file>',
    text: 'holds the token; - is the standard input (or SMS_SERVICE_TOKEN; else it is asked for)',
    standard: true,
  },
  {
    flags: '--variant <variant>',
    text: 'of the HTTP interface: current or earlier (default: current)',
    values: ['current', 'earlier'],
  },
];

/** Their flags, but for the file with the profiles, which every proposed command names by itself. */
export const ACCOUNT_FLAGS: readonly string[] = ACCOUNT_OPTIONS.map(({ flags }) => flags.split(' ')[0] ?? '').filter(
  (flag) => flag !== '--config',
);
