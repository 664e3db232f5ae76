/** Formats bodies in lines, and restores them. A body that cannot be restored byte for byte is not formatted. */

const STEP = '  ';
const TAG = /<[^<>]*>/g;
/** Line breaks between tags, except after the XML declaration: that line break belongs to the document. */
const BETWEEN_TAGS = /(?<!\?)>\n *</g;

export function xmlInLines(text: string): string | undefined {
  const pieces: string[] = [];
  let [end, depth, isOpen] = [0, 0, false];
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    const isEnd = tag.startsWith('</');
    if (isEnd) depth -= 1;
    const isBehindTag = index === end && index > 0 && text[index - 2] !== '?';
    // An element without content stays on one line.
    if (isBehindTag && !(isEnd && isOpen)) pieces.push('\n', STEP.repeat(Math.max(0, Math.min(depth, MAX_DEPTH))));
    pieces.push(text.slice(end, index), tag);
    end = index + tag.length;
    isOpen = !isEnd && !tag.startsWith('<?') && !tag.startsWith('<!') && !tag.endsWith('/>');
    if (isOpen) depth += 1;
  }
  const laidOut = pieces.join('') + text.slice(end);
  return xmlInOne(laidOut) === text ? laidOut : undefined;
}

/** The maximum indentation. Without it, the size of a document of only tags would grow quadratically. */
const MAX_DEPTH = 24;

/** Restores the document. */
export function xmlInOne(laidOut: string): string {
  return laidOut.replace(BETWEEN_TAGS, '><');
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]|[^"{}[\],]+|"/g;

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

/** Restores the text. A JSON string never contains a line break. */
export function jsonInOne(laidOut: string): string {
  return laidOut.replace(/\n */g, '');
}

export function fieldsOfForm(text: string): readonly string[] | undefined {
  const fields = [...new URLSearchParams(text)].map(([name, value]) => `${name}=${value}`);
  return text !== '' && formOf(fields) === text ? fields : undefined;
}

/** Restores the form. */
export function formOf(fields: readonly string[]): string {
  const form = new URLSearchParams();
  for (const field of fields) {
    const mark = field.indexOf('=');
    form.append(mark === -1 ? field : field.slice(0, mark), mark === -1 ? '' : field.slice(mark + 1));
  }
  return form.toString();
}
