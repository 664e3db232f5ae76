import { CommanderError, Command as Parser } from 'commander';
import { nearestName } from '../options/table.js';
import { COMMANDS, FAMILIES } from './commands.js';
import { Output } from './output/output.js';
import { printable, safeJson } from './output/text.js';
import { type Command, type Environment, Options, OUTPUT_OPTIONS, outputOptionsOf } from './running/command.js';
import { CommandError, EXIT, type ExitCode, failureOf, refuse } from './running/failure.js';
import type { Interruption } from './running/interruption.js';
import { StandardInput, type StandardOutput } from './running/standard-streams.js';

declare const SMS_SERVICE_VERSION: string;

export const HELP: string = `
Accounts are profiles of sms-service.json, or SMS_SERVICE_URL, SMS_SERVICE_USERNAME and SMS_SERVICE_PASSWORD; over
HTTP SMS_SERVICE_HTTP_URL and SMS_SERVICE_TOKEN.

Exit codes: 0 done or the same, 1 differences or rejects, 2 usage error, 3 credentials, 4 points or limits,
5 temporary failure (run again), 6 the journal does not fit or is in use, 70 a defect of this program,
130 interrupted (run again), 141 the output was closed

Example:
  sms-service points --profile new
`;

export async function runCommandLine(
  words: readonly string[],
  environment: Environment,
  interruption: Interruption,
  standardOutput: StandardOutput,
): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const run = async (command: Command, args: readonly string[], values: Record<string, unknown>): Promise<void> => {
    const options = new Options(values);
    checkPaths(command, args, options);
    const output = new Output(outputOptionsOf(options));
    const input = new StandardInput(interruption.signal);
    if (command.carriesOn === true) standardOutput.carryOn();
    exitCode = await command.run({ commands: COMMANDS, args, options, environment, input, output, interruption });
  };
  try {
    if (interruption.signal.aborted) throw new CommandError('interrupted', EXIT.interrupted);
    await parserOf(run).parseAsync([...words], { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportFailure(error, isJsonRequested(words));
  }
}

const PATHS: ReadonlySet<string> = new Set(
  ['file', 'folder', 'plan', 'cassette', 'to', 'location', 'from'].map((name) => `<${name}>`),
);

/** Refuses `-` for a path that cannot be the standard input or output. @throws CommandError */
function checkPaths(command: Command, args: readonly string[], options: Options): void {
  const names = (command.args ?? '').split(' ');
  const places = [
    ...names.map((name, index) => ({ name, value: name, standard: command.standard, path: args[index] })),
    ...(command.options ?? []).map(({ flags, standard }) => {
      const [name = '', value = ''] = flags.split(' ');
      return { name, value, standard, path: options.text(name) };
    }),
  ];
  for (const { name, value, standard, path } of places) {
    if (path !== '-' || standard === true || !PATHS.has(value)) continue;
    refuse(name, 'cannot be the standard input or output. For a file with the name - write ./-');
  }
}

export function reportFailure(error: unknown, isJson: boolean): ExitCode {
  // The help was printed; without a command it is an error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  const { exitCode, message, advice } = failureOf(error);
  const lines = [`sms-service: ${message}`, ...advice.map((line) => `  ${line}`)].map(printable);
  process.stderr.write(`${isJson ? safeJson({ error: message, exitCode }) : lines.join('\n')}\n`);
  return exitCode;
}

/** Returns true if errors are printed as JSON. It reads the words, because the options themselves may be wrong. */
export function isJsonRequested(words: readonly string[]): boolean {
  const form = words.indexOf('--progress');
  return words.includes('--json') || words.includes('--progress=json') || (form >= 0 && words[form + 1] === 'json');
}

type Run = (command: Command, args: readonly string[], values: Record<string, unknown>) => Promise<void>;

function parserOf(run: Run): Parser {
  const root = newParser('sms-service')
    .description('The sms-service gateway: accounts, sends, moves between accounts, recorded traffic.')
    .version(SMS_SERVICE_VERSION)
    .addHelpText('after', HELP);
  for (const command of COMMANDS) {
    const [first = '', second] = command.name.split(' ');
    const parser = newParser(second ?? first).description(command.summary);
    for (const argument of (command.args ?? '').split(' ')) if (argument !== '') parser.argument(argument);
    for (const { flags, text, several = false } of [...(command.options ?? []), ...OUTPUT_OPTIONS]) {
      if (several) parser.option(flags, text, (value: string, earlier?: string[]) => [...(earlier ?? []), value]);
      else parser.option(flags, text);
    }
    parser.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}`).join('\n')}\n`);
    parser.action(async () => run(command, parser.args, parser.opts()));
    const parent = second === undefined ? root : familyOf(root, first);
    parent.addCommand(parser);
  }
  return root;
}

function familyOf(root: Parser, name: string): Parser {
  const known = root.commands.find((parser) => parser.name() === name);
  if (known !== undefined) return known;
  const family = newParser(name).description(FAMILIES[name] ?? '');
  root.addCommand(family);
  return family;
}

function newParser(name: string): Parser {
  const parser = new Parser(name);
  return (
    parser
      .helpOption('-h, --help', 'print this text')
      .helpCommand(false)
      // An option after the name of a command belongs to that command.
      .enablePositionalOptions()
      .allowExcessArguments(false)
      .configureOutput({ outputError: () => undefined })
      .exitOverride((error) => {
        throw usageError(error, parser);
      })
  );
}

/** Returns the error of a command line that cannot be parsed. It contains names, but no values: they may be secret. */
function usageError(error: CommanderError, parser: Parser): CommanderError | CommandError {
  if (error.exitCode === 0 || error.code === 'commander.help') return error;
  const path = pathOf(parser);
  const place = path.length === 1 ? '' : `${path.slice(1).join(' ')}: `;
  const help = `See: ${path.join(' ')} --help`;
  const [, kind] = /^commander\.unknown(Option|Command)$/.exec(error.code) ?? [];
  if (kind === undefined) {
    return new CommandError(`${place}${error.message.replace(/^error: |\.$/g, '')}. ${help}`);
  }
  const [, name = ''] = /'([^'=]*)/.exec(error.message) ?? [];
  if (name === '--password' || name === '--token') {
    const instead = `SMS_SERVICE_${name.slice(2).toUpperCase()}, ${name}-file or the prompt`;
    return new CommandError(`${name} does not exist, because others could see the value. Use ${instead}`);
  }
  const known = kind === 'Option' ? parser.options.flatMap(({ long }) => long ?? []) : parser.commands.map(nameOf);
  const nearest = nearestName(name, [...known, '--help']);
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return new CommandError(`${place}unknown ${kind.toLowerCase()} ${name}.${meant} ${help}`);
}

function pathOf(parser: Parser): readonly string[] {
  return parser.parent === null ? [parser.name()] : [...pathOf(parser.parent), parser.name()];
}

function nameOf(parser: Parser): string {
  return parser.name();
}
