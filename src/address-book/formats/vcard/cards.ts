import { type Line, MAX_ROW, type Refuse, type Row, TOO_LONG } from '../records/lines.js';

const BEGIN = /^BEGIN:VCARD\s*$/i;
const END = /^END:VCARD\s*$/i;
/** The agent of a person is a card within the card, in version 2.1. */
const AGENT = /^(?:[\w-]+\.)?AGENT(?:;[^:\r\n]*)?:\s*$/i;

const NOT_ENDED = 'is a card that does not end';
const IS_AGENT = 'is the card of an agent within a card, and is not read';

/** Puts lines together to cards, from the line that begins one to the one that ends it. It keeps one card. */
export async function* cards(lines: AsyncIterable<Line>, refuse: Refuse): AsyncGenerator<readonly Line[]> {
  let begun: Line[] = [];
  let agents: Line[][] = [];
  let length = 0;
  let isLost = false;
  const take = (): readonly Line[] => {
    const taken = [...begun, ...agents.flat()];
    begun = [];
    agents = [];
    length = 0;
    return taken;
  };
  for await (const line of lines) {
    const isBegin = BEGIN.test(line.text);
    const of = agents.at(-1) ?? begun;
    const isAgent = isBegin && AGENT.test(of.at(-1)?.text ?? '');
    if (isBegin && begun.length > 0 && !isAgent) refuse(rowOf(take()), NOT_ENDED);
    if (!isBegin && begun.length === 0) {
      if (!isLost && line.text.trim() !== '') refuse(line, 'stands outside of a card');
      if (END.test(line.text)) isLost = false;
      continue;
    }
    if (isAgent) agents.push([]);
    const agent = agents.at(-1);
    (agent ?? begun).push(line);
    length += line.text.length;
    // The rest of a card that is too long is passed over.
    isLost = length > MAX_ROW || line.isTooLong === true;
    if (isLost) refuse(rowOf(take()), TOO_LONG);
    else if (END.test(line.text)) {
      if (agent === undefined) yield take();
      else refuse(rowOf(agents.pop() ?? []), IS_AGENT);
    }
  }
  if (begun.length > 0) refuse(rowOf(take()), NOT_ENDED);
}

/** Lines that are refused together. */
export function rowOf(lines: readonly Line[]): Row {
  return { line: lines[0]?.line ?? 0, text: lines.map(({ text }) => text).join('') };
}
