import { printable } from '../output/text.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';

const ENTER: ReadonlySet<string> = new Set(['\r', '\n', '\u0004']);
const DELETE: ReadonlySet<string> = new Set(['\u007f', '\b']);
const INTERRUPT = '\u0003';

/**
 * Asks for a password or a token on the terminal; nothing of what is typed is shown.
 *
 * @param signal - ends the asking
 * @returns `undefined` where there is no terminal
 * @throws CommandError with the code of an interruption after Ctrl-C, or at the signal
 */
export async function promptForSecret(question: string, signal: AbortSignal): Promise<string | undefined> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  // Before the question: what is typed in answer to it must not be shown.
  stdin.setRawMode(true);
  stderr.write(printable(question));
  stdin.setEncoding('utf8');
  stdin.resume();
  try {
    return await typed(stdin, signal);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

function typed(stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let characters: string[] = [];
    const end = (act: () => void): void => {
      stdin.off('data', listen);
      signal.removeEventListener('abort', interrupt);
      act();
    };
    const interrupt = (): void => end(() => reject(new CommandError('interrupted', EXIT.interrupted)));
    const listen = (piece: string): void => {
      for (const character of piece) {
        if (ENTER.has(character)) return end(() => resolve(characters.join('')));
        if (character === INTERRUPT) return interrupt();
        characters = DELETE.has(character) ? characters.slice(0, -1) : [...characters, character];
      }
    };
    stdin.on('data', listen);
    signal.addEventListener('abort', interrupt);
    if (signal.aborted) interrupt();
  });
}
