/** The commands that an output proposes, without `sms-service`. */
export function proposals(text: string): readonly (readonly string[])[] {
  return [
    ...text.matchAll(/sms-service ((?:plan|apply|verify|remove|import|dedupe|numbers|sync|restore) [^\n;]*)/g),
  ].map(([, line = '']) => wordsOf(line));
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
