import type { Command } from './running/command.js';
import { EXIT } from './running/exit-codes.js';
import { CommandError } from './running/failure.js';

const SHELLS: Readonly<Record<string, (words: Words) => string>> = { bash, zsh, fish };

/** What can stand behind each word: `''` for the first one, `cassette`, `cassette check`. */
type Words = ReadonlyMap<string, readonly string[]>;

/** Prints what a shell needs to complete commands and options. */
export function completionCommand(commands: readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'print what a shell needs to complete commands and options: bash, zsh or fish',
    args: '<shell>',
    examples: [
      'source <(sms-service completion bash)',
      'sms-service completion fish > ~/.config/fish/completions/sms-service.fish',
    ],
    run: async ({ args, output }) => {
      const script = SHELLS[args[0] ?? ''];
      if (script === undefined) throw new CommandError(`the shell is none of ${Object.keys(SHELLS).join(', ')}`);
      const text = script(wordsOf(commands)).trimEnd();
      await output.result({ script: text }, () => text);
      return EXIT.done;
    },
  };
}

function wordsOf(commands: readonly Command[]): Words {
  const words = new Map<string, string[]>([['', ['completion', '--help', '--version']]]);
  const add = (before: string, word: string): void => {
    const known = words.get(before) ?? [];
    if (!known.includes(word)) words.set(before, [...known, word]);
  };
  for (const { name, options = [] } of commands) {
    const parts = name.split(' ');
    for (const [index, part] of parts.entries()) add(parts.slice(0, index).join(' '), part);
    for (const { flags } of options) add(name, flags.split(' ')[0] ?? '');
    for (const flag of ['--json', '--help']) add(name, flag);
  }
  return words.set('completion', Object.keys(SHELLS));
}

/** Two words at most name a command; after an option the shell completes files. */
function bash(words: Words): string {
  const rows = [...words].map(([before, after]) => `    '${before}') words='${after.join(' ')}' ;;`);
  return `_sms_service() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in
      ${twoWords(words).join(' | ')}) command="$command $word" ;;
      *) [[ -z $command && $word != -* ]] && command="$word" ;;
    esac
  done
  case "$command" in
${rows.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sms_service sms-service
`;
}

function twoWords(words: Words): readonly string[] {
  const names = [...words.keys()].filter((name) => name.includes(' '));
  return names.map((name) => `'${name}'`);
}

function zsh(words: Words): string {
  return `#compdef sms-service
autoload -U +X bashcompinit && bashcompinit
${bash(words)}`;
}

function fish(words: Words): string {
  const lines = [...words].flatMap(([before, after]) => {
    const when = before === '' ? '__fish_use_subcommand' : `__sms_service_at ${before}`;
    return after.map((word) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c sms-service -n '${when}' ${what}`;
    });
  });
  return `function __sms_service_at
  set -l words (commandline -opc)
  set -l wanted (count $argv)
  test (count $words) -gt $wanted; and test "$words[2..(math $wanted + 1)]" = "$argv"
end
${lines.join('\n')}
`;
}
