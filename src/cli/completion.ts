import type { Command, CommandOption } from './running/command.js';
import { EXIT } from './running/exit-codes.js';
import { CommandError } from './running/failure.js';
import { SAYING_OPTIONS } from './running/saying-options.js';
import { CONFIG_FILE } from './settings/account-options.js';
import { readConfigFile } from './settings/config-file.js';

/** Each asks the command itself what can stand there. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_sms_service() {
  local IFS=$'\\n'
  COMPREPLY=($(sms-service completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}"))
}
complete -o default -F _sms_service sms-service`,
  zsh: `#compdef sms-service
_sms_service() {
  local -a found
  found=(\${(f)"$(sms-service completion words -- "\${(@)words[2,CURRENT]}")"})
  if (( $#found )); then compadd -- $found; else _files; fi
}
compdef _sms_service sms-service`,
  fish: `function __sms_service_words
  set -l words (commandline -opc) (commandline -ct)
  set -e words[1]
  sms-service completion words -- $words
end
complete -c sms-service -a '(__sms_service_words)'`,
};

const SHELLS = Object.keys(SCRIPTS);

/** Prints what a shell needs to complete commands and options. */
export function completionCommand(commands: readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'print what a shell needs to complete commands and options: bash, zsh or fish',
    args: '<shell> [words...]',
    examples: [
      'source <(sms-service completion bash)',
      'sms-service completion fish > ~/.config/fish/completions/sms-service.fish',
    ],
    run: async ({ args: [shell = '', ...words], output }) => {
      const script = SCRIPTS[shell];
      if (shell === 'words') {
        for (const word of completions(commands, words)) await output.result({ word }, () => word);
      } else if (script === undefined) throw new CommandError(`the shell is none of ${SHELLS.join(', ')}`);
      else await output.result({ script }, () => script);
      return EXIT.done;
    },
  };
}

/**
 * Lists what can stand in the place of the last word; nothing where a value is wanted that nobody can list, which may
 * be a file.
 *
 * @param words - those behind the name of the program; the last one is begun, and may be empty
 */
function completions(commands: readonly Command[], words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1);
  const begun = words.at(-1) ?? '';
  // Bash takes --policy=merge for three words, other shells for one.
  const [flag, value] = begun === '=' ? [before.at(-1), ''] : (/^(--[a-z-]+)=(.*)$/.exec(begun)?.slice(1) ?? []);
  if (flag !== undefined && value !== undefined) {
    const front = begun === '=' ? '' : `${flag}=`;
    const prior = begun === '=' ? before.slice(0, -1) : before;
    return startingWith(value, valuesOf(commands, prior, flag)).map((one) => front + one);
  }
  const last = before.at(-1);
  const asked = last === '=' ? before.at(-2) : last;
  if (asked?.startsWith('--') === true) {
    const prior = before.slice(0, last === '=' ? -2 : -1);
    if (optionNamed(commands, prior, asked)?.flags.includes('<') === true) {
      return startingWith(begun, valuesOf(commands, prior, asked));
    }
  }
  return candidates(commands, before).filter((word) => word.startsWith(begun));
}

/** Those that begin so; behind a comma what may follow it. */
function startingWith(begun: string, values: readonly string[]): readonly string[] {
  const front = begun.slice(0, begun.lastIndexOf(',') + 1);
  return values.map((value) => front + value).filter((value) => value.startsWith(begun));
}

/** The values that an option can have, as far as anybody knows them: its words, or the profiles of the file. */
function valuesOf(commands: readonly Command[], before: readonly string[], flag: string): readonly string[] {
  const option = optionNamed(commands, before, flag);
  if (option === undefined) return [];
  const isProfile = option.flags.endsWith('<profile>') || flag === '--profile';
  return isProfile ? profileNames(before) : (option.values ?? []);
}

/** The profiles of the file that is given, or of the one that is found; none where it cannot be read. */
function profileNames(words: readonly string[]): readonly string[] {
  const given = words.find((word) => word.startsWith('--config='))?.slice('--config='.length);
  const behind = words.slice(words.indexOf('--config') + 1).find((word) => word !== '=');
  const file = given ?? (words.includes('--config') ? behind : undefined) ?? CONFIG_FILE;
  try {
    // What a shell would take for something else is not offered.
    return [...(readConfigFile(file)?.keys() ?? [])].filter((name) => /^[\p{L}\p{Nd}._@-]+$/u.test(name));
  } catch {
    return [];
  }
}

function optionNamed(commands: readonly Command[], before: readonly string[], flag: string): CommandOption | undefined {
  const command = commandOf(commands, before);
  return command && optionsOf(command).find(({ flags }) => flags.split(' ')[0] === flag);
}

function commandOf(commands: readonly Command[], [first, second]: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
}

function optionsOf({ options = [] }: Command): readonly CommandOption[] {
  return [...options, ...SAYING_OPTIONS];
}

function candidates(commands: readonly Command[], before: readonly string[]): readonly string[] {
  const [first] = before;
  if (first === undefined) {
    return [...new Set([...commands.map(({ name }) => name.split(' ')[0] ?? ''), 'completion', '--help', '--version'])];
  }
  if (first === 'completion') return before.length === 1 ? SHELLS : [];
  const command = commandOf(commands, before);
  const members = commands.filter(({ name }) => name.startsWith(`${first} `));
  const below = before.length === 1 ? members.map(({ name }) => name.slice(first.length + 1)) : [];
  if (command === undefined) return below;
  const sides = command.name === 'diff' ? profileNames(before) : [];
  return [...below, ...sides, ...optionsOf(command).map(({ flags }) => flags.split(' ')[0] ?? ''), '--help'];
}
