import { CommanderError, Command as Parser } from 'commander';
import { nearestName } from '../options/nearest-name.js';
import { COMMANDS, FAMILIES } from './commands.js';
import type { LogFile } from './output/log-file.js';
import { Output } from './output/output.js';
import { printable, safeJson } from './output/text.js';
import type { Command } from './running/command.js';
import { Options } from './running/command-options.js';
import type { Environment } from './running/environment.js';
import { EXIT, type ExitCode } from './running/exit-codes.js';
import { CommandError, failureOf } from './running/failure.js';
import type { Interruption } from './running/interruption.js';
import { checkPaths } from './running/path-arguments.js';
import { SAYING_OPTIONS, sayingOf, saysJson } from './running/saying-options.js';
import { StandardInput } from './running/standard-input.js';
import type { StandardOutput } from './running/standard-output.js';

/** The version of the package; the build puts it in. */
declare const SMS_SERVICE_VERSION: string;

/** The end of the command's help. */
export const HELP: string = `
Accounts are profiles of sms-service.json, or SMS_SERVICE_URL, SMS_SERVICE_USERNAME and SMS_SERVICE_PASSWORD; over
HTTP SMS_SERVICE_HTTP_URL and SMS_SERVICE_TOKEN.

Exit codes: 0 done or the same, 1 differences or rejects, 2 wrong use, 3 credentials, 4 points or limits,
5 gave up for now (run again), 6 the journal does not fit or is in use, 70 a defect of this program,
130 interrupted (run again), 141 the reader of the output has gone

Example:
  sms-service points --profile new
`;

/**
 * Runs the command line.
 *
 * @param words - what stands behind the name of the program
 * @returns what the command has found
 */
export async function runCommandLine(
  words: readonly string[],
  environment: Environment,
  interruption: Interruption,
  standardOutput: StandardOutput,
  log: LogFile,
): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const act = async (command: Command, args: readonly string[], values: Record<string, unknown>): Promise<void> => {
    const options = new Options(values);
    checkPaths(command, args, options);
    const output = new Output(sayingOf(options, command.name, log));
    const input = new StandardInput(interruption.signal);
    output.log('begins');
    if (command.carriesOn === true) standardOutput.carryOn();
    exitCode = await command.run({ args, options, environment, input, output, interruption });
  };
  try {
    // Whatever the command is: nothing is begun.
    if (interruption.signal.aborted) throw new CommandError('interrupted', EXIT.interrupted);
    await parserOf(act).parseAsync([...words], { from: 'user' });
    log.say(`ends with ${exitCode}`);
    return exitCode;
  } catch (error) {
    return reportFailure(error, saysJson(words), log);
  }
}

/** Tells of what has ended a command. @returns what the process is to end with */
export function reportFailure(error: unknown, isJson: boolean, log: LogFile): ExitCode {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
  // Help in the place of a command that is missing: it is on the screen already.
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
  const { exitCode, message, advice } = failureOf(
    error instanceof CommanderError ? new CommandError(messageOf(error)) : error,
  );
  const lines = [`sms-service: ${message}`, ...advice.map((line) => `  ${line}`)].map(printable);
  log.say(lines.join('\n'));
  log.say(`ends with ${exitCode}`);
  process.stderr.write(`${isJson ? safeJson({ error: message, exitCode }) : lines.join('\n')}\n`);
  return exitCode;
}

/** Returns the message of the parser, without the word "error" before it. */
function messageOf({ message }: CommanderError): string {
  return message.replace(/^error: /, '');
}

type Act = (command: Command, args: readonly string[], values: Record<string, unknown>) => Promise<void>;

/** Makes the parser out of the table of commands. */
function parserOf(act: Act): Parser {
  const root = parserOfSeveral('sms-service', COMMANDS)
    .description('The sms-service gateway: accounts, sends, moves between accounts, recorded traffic.')
    .version(SMS_SERVICE_VERSION)
    .addHelpText('after', HELP);
  const families = new Map(
    Object.entries(FAMILIES).map(([name, summary]) => [name, familyNamed(name, summary)] as const),
  );
  for (const command of COMMANDS) {
    const [first = '', second] = command.name.split(' ');
    const parser = parserOfCommand(command, second ?? first, act);
    // A command may have others below it.
    if (second === undefined) families.set(first, parser);
    const parent = second === undefined ? root : (families.get(first) ?? root);
    if (parent !== root && parent.parent === null) root.addCommand(parent);
    parent.addCommand(parser);
  }
  return root;
}

function parserOfCommand(command: Command, name: string, act: Act): Parser {
  const { summary, args = '', options = [], examples, name: path } = command;
  const parser = parserNamed(name).description(summary);
  if (args !== '') parser.arguments(args);
  for (const { flags, text, several = false } of [...options, ...SAYING_OPTIONS]) {
    if (several) parser.option(flags, text, (value: string, earlier?: string[]) => [...(earlier ?? []), value]);
    else parser.option(flags, text);
  }
  parser.addHelpText('after', examplesOf(examples));
  parser.exitOverride((error) => {
    throw explained(error, path, parser);
  });
  parser.action(async () => act(command, parser.args, parser.opts()));
  return parser;
}

function familyNamed(name: string, summary: string): Parser {
  const members = COMMANDS.filter((command) => command.name.startsWith(`${name} `));
  const examples = members.flatMap((command) => command.examples);
  return parserOfSeveral(name, members).description(summary).addHelpText('after', examplesOf(examples));
}

/** A parser that takes the name of a command. */
function parserOfSeveral(name: string, commands: readonly Command[]): Parser {
  return parserNamed(name).exitOverride((error) => {
    const words = name === 'sms-service' ? [name] : ['sms-service', name];
    if (error.code === 'commander.unknownOption') throw unknownName(words, 'option', flagIn(error), []);
    if (error.code !== 'commander.unknownCommand') throw error;
    const known = commands.flatMap((command) => command.name.split(' ').at(words.length - 1) ?? []);
    throw unknownName(words, 'command', /'([^']*)'/.exec(error.message)?.[1] ?? '', known);
  });
}

/** Returns the error for a name that does not exist, with the nearest one. @param words - the command above it */
function unknownName(
  words: readonly string[],
  kind: 'option' | 'command',
  name: string,
  known: readonly string[],
): CommandError {
  const place = words.slice(1).join(' ');
  const nearest = nearestName(name, known);
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  const help = `See: ${words.join(' ')} --help`;
  return new CommandError(`${place === '' ? '' : `${place}: `}unknown ${kind} ${name}.${meant} ${help}`);
}

/** Returns the option that an error of the parser names, without its value: that may be a secret. */
function flagIn(error: CommanderError): string {
  return /'(-[^'=]*)/.exec(error.message)?.[1] ?? '';
}

function examplesOf(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}\n`;
}

function parserNamed(name: string): Parser {
  return (
    new Parser(name)
      .helpOption('-h, --help', 'this text')
      .helpCommand(false)
      // An option behind the name of a command is that command's, also where the one above it has one of the same name.
      .enablePositionalOptions()
      .allowExcessArguments(false)
      .showSuggestionAfterError(false)
      .configureOutput({ outputError: () => undefined })
  );
}

/** Returns the error for what a command does not accept. It shows names, not values. */
function explained(error: CommanderError, path: string, parser: Parser): CommanderError | CommandError {
  const message = messageOf(error);
  if (error.code !== 'commander.unknownOption') return error.exitCode === 0 ? error : new CommandError(message);
  const flag = flagIn(error);
  if (flag === '--password' || flag === '--token') {
    const word = flag.slice(2);
    const instead = `SMS_SERVICE_${word.toUpperCase()}, ${flag}-file or the prompt`;
    return new CommandError(`a ${word} is not taken as an option, where others can see it: use ${instead}`);
  }
  if (flag === '--over') return new CommandError(`${path} has no --over: it speaks one interface only`);
  const known = parser.options.flatMap(({ long }) => long ?? []);
  return unknownName(['sms-service', ...path.split(' ')], 'option', flag, [...known, '--help']);
}
