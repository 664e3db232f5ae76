/** How quotes are understood. */
export type Quotes = 'at the beginning' | 'anywhere' | 'nowhere';

/**
 * The cells of a CSV file as a program splits it that knows nothing of how it was written, and refuses nothing. It
 * shares no code with the library.
 *
 * @param quotes - `at the beginning`: they matter where a cell begins with one, and what stands behind the closing one
 *   belongs to the cell (Python, Excel); `anywhere`: each one opens or closes; `nowhere`: they are text
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
