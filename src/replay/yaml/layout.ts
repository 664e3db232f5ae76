/** Bodies in lines, and back: what cannot be brought back byte for byte is not laid out. */

const STEP = '  ';
/** A tag, or what looks like one: then the way back does not lead there. */
const TAG = /<[^<>]*>/g;
/** Between tags, but not behind the declaration: the line that ends there is the document's own. */
const BETWEEN_TAGS = /(?<!\?)>\n *</g;

/** Puts each element of an XML document into a line of its own; `undefined` where that would be another document. */
export function xmlInLines(text: string): string | undefined {
  const pieces: string[] = [];
  let [end, depth, isOpen] = [0, 0, false];
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    const isEnd = tag.startsWith('</');
    if (isEnd) depth -= 1;
    const isBehindTag = index === end && index > 0 && text[index - 2] !== '?';
    // An element without content stays in one line.
    if (isBehindTag && !(isEnd && isOpen)) pieces.push('\n', STEP.repeat(Math.max(0, Math.min(depth, MAX_DEPTH))));
    pieces.push(text.slice(end, index), tag);
    end = index + tag.length;
    isOpen = !isEnd && !tag.startsWith('<?') && !tag.startsWith('<!') && !tag.endsWith('/>');
    if (isOpen) depth += 1;
  }
  const laidOut = pieces.join('') + text.slice(end);
  return xmlInOne(laidOut) === text ? laidOut : undefined;
}

/** Deeper ones are not moved to the right any more: a document of nothing but tags would grow with its square. */
const MAX_DEPTH = 24;

/** Makes the document again. */
export function xmlInOne(laidOut: string): string {
  return laidOut.replace(BETWEEN_TAGS, '><');
}

/** The texts of JSON, its marks, and what is between them. */
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^"{}[\],]+|"/g;

/** Puts each value of JSON into a line of its own; `undefined` where that would not be the same text. */
export function jsonInLines(text: string): string | undefined {
  if (!/^[[{]/.test(text) || /[\n\r]/.test(text)) return undefined;
  const pieces: string[] = [];
  let [depth, before] = [0, ''];
  const line = (): string => `\n${STEP.repeat(Math.max(0, Math.min(depth, MAX_DEPTH)))}`;
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      if (before !== '{' && before !== '[') pieces.push(line());
    } else if (before === '{' || before === '[' || before === ',') pieces.push(line());
    if (token === '{' || token === '[') depth += 1;
    pieces.push(token);
    before = token;
  }
  const laidOut = pieces.join('');
  return jsonInOne(laidOut) === text ? laidOut : undefined;
}

/** Makes the text again: no text of JSON goes over the end of a line. */
export function jsonInOne(laidOut: string): string {
  return laidOut.replace(/\n */g, '');
}

/** The fields of a form, each as `name=value`; `undefined` where a form of these would not be the same text. */
export function fieldsOfForm(text: string): readonly string[] | undefined {
  const fields = [...new URLSearchParams(text)].map(([name, value]) => `${name}=${value}`);
  return text !== '' && formOf(fields) === text ? fields : undefined;
}

/** Makes the form again. */
export function formOf(fields: readonly string[]): string {
  const form = new URLSearchParams();
  for (const field of fields) {
    const mark = field.indexOf('=');
    form.append(mark === -1 ? field : field.slice(0, mark), mark === -1 ? '' : field.slice(mark + 1));
  }
  return form.toString();
}
