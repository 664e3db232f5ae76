import { type Command, type CommandOption, OUTPUT_OPTIONS } from './running/command.js';
import { CommandError, EXIT } from './running/failure.js';
import { CONFIG_FILE } from './settings/account.js';
import { readConfigFile } from './settings/config-file.js';

/** Each calls `completion words` with the words of the line. */
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

export const completion: Command = {
  name: 'completion',
  summary: 'print the completion for bash, zsh or fish',
  args: '<shell> [words...]',
  examples: [
    'source <(sms-service completion bash)',
    'sms-service completion fish > ~/.config/fish/completions/sms-service.fish',
  ],
  run: async ({ args: [shell = '', ...words], commands, output }) => {
    const script = SCRIPTS[shell];
    if (shell === 'words') {
      const begun = words.at(-1) ?? '';
      const found = candidates(commands, words.slice(0, -1)).filter((word) => word.startsWith(begun));
      for (const word of found) await output.result({ word }, () => word);
      return EXIT.done;
    }
    if (script === undefined) throw new CommandError(`unknown shell. Use ${SHELLS.join(' or ')}`);
    await output.result({ script }, () => script);
    return EXIT.done;
  },
};

function candidates(commands: readonly Command[], before: readonly string[]): readonly string[] {
  const [first, second] = before;
  if (first === undefined) {
    return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? '')), '--help', '--version'];
  }
  if (first === 'completion') return before.length === 1 ? SHELLS : [];
  const command =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  const options = [...(command?.options ?? []), ...OUTPUT_OPTIONS];
  const option = options.find(({ flags }) => flags.startsWith(`${before.at(-1)} <`));
  if (option !== undefined) return valuesOf(option, before);
  const members = commands.filter(({ name }) => name.startsWith(`${first} `));
  const below = before.length === 1 ? members.map(({ name }) => name.slice(first.length + 1)) : [];
  if (command === undefined) return below;
  return [...below, ...options.map(({ flags }) => flags.split(' ')[0] ?? ''), '--help'];
}

function valuesOf({ flags, values = [] }: CommandOption, before: readonly string[]): readonly string[] {
  if (!flags.endsWith('<profile>') && !flags.startsWith('--profile ')) return values;
  const config = before.indexOf('--config');
  try {
    const profiles = readConfigFile(config === -1 ? CONFIG_FILE : (before[config + 1] ?? ''));
    // A shell would interpret other names.
    return [...(profiles?.keys() ?? [])].filter((name) => /^[\p{L}\p{Nd}._@-]+$/u.test(name));
  } catch {
    return [];
  }
}
