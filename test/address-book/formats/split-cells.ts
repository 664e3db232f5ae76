/** How a program interprets quotes. */
export type Quotes = 'at the beginning' | 'anywhere' | 'nowhere';

/**
 * Splits a CSV file like a lenient program, which rejects no row. It shares no code with the library.
 *
 * @param quotes - `at the beginning`: a quote matters at the beginning of a cell, and text after the closing quote
 *   belongs to the cell (Python, Excel); `anywhere`: each quote opens or closes; `nowhere`: quotes are text
 */
export function splitCells(file: string, delimiter: string, quotes: Quotes): readonly string[] {
  const text = file.replace(/^\ufeff/, '');
  const cells: string[] = [];
  let cell = '';
  let [isOpen, isBegun] = [false, false];
  const end = (): void => {
    cells.push(cell);
    cell = '';
    isBegun = false;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (isOpen && character === '"') {
      if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isOpen = false;
    } else if (isOpen) cell += character;
    else if (character === '"' && (quotes === 'anywhere' || (quotes === 'at the beginning' && !isBegun))) {
      isOpen = true;
      isBegun = true;
    } else if (character === delimiter || character === '\n') end();
    else if (character === '\r') {
      end();
      if (text[at + 1] === '\n') at += 1;
    } else {
      cell += character;
      isBegun = true;
    }
  }
  end();
  return cells;
}
