import type { Command } from './running/command.js';
import { EXIT } from './running/exit-codes.js';
import { CommandError } from './running/failure.js';
import { SAYING_OPTIONS } from './running/saying-options.js';

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
 * Lists what can stand in the place of the last word; nothing where a value is wanted, which may be a file.
 *
 * @param words - those behind the name of the program; the last one is begun, and may be empty
 */
function completions(commands: readonly Command[], words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1);
  const begun = words.at(-1) ?? '';
  return candidates(commands, before).filter((word) => word.startsWith(begun));
}

function candidates(commands: readonly Command[], before: readonly string[]): readonly string[] {
  const [first, second] = before;
  if (first === undefined) {
    return [...new Set([...commands.map(({ name }) => name.split(' ')[0] ?? ''), 'completion', '--help', '--version'])];
  }
  if (first === 'completion') return before.length === 1 ? SHELLS : [];
  const command =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  if (command === undefined) {
    const members = commands.filter(({ name }) => name.startsWith(`${first} `));
    return before.length === 1 ? members.map(({ name }) => name.slice(first.length + 1)) : [];
  }
  const options = [...(command.options ?? []), ...SAYING_OPTIONS].map(({ flags }) => flags.split(' '));
  const wantsValue = options.some(([flag, value]) => flag === before.at(-1) && value !== undefined);
  return wantsValue ? [] : [...options.map(([flag = '']) => flag), '--help'];
}
