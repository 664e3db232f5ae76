import stringWidth from 'string-width';

const MARKS = /\p{M}/gu;
const CUT = '…';

/** The columns of a terminal that a text takes: two for a wide sign or a picture, none for a mark on another. */
export function widthOf(text: string): number {
  return stringWidth(text.replace(MARKS, ''));
}

/** A text in so many columns; where it has more, its beginning, and a sign that there is more. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [kept, used] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return width < 1 ? '' : kept + CUT;
}

/** The least that is left of a column. */
const LEAST = 6;

/**
 * The widths of columns, so that a row is no wider than a terminal: the widest become narrower.
 *
 * @param widths - those that they would have
 * @param total - the columns of the terminal, without what stands between
 * @param isFixed - those that stay as they are
 */
export function fittingWidths(
  widths: readonly number[],
  total: number,
  isFixed: (index: number) => boolean,
): readonly number[] {
  const fitting = [...widths];
  for (let over = sum(fitting) - total; over > 0; over--) {
    const most = Math.max(...fitting.filter((_, index) => !isFixed(index)));
    if (most <= LEAST) break;
    const widest = fitting.findLastIndex((width, index) => width === most && !isFixed(index));
    fitting[widest] = most - 1;
  }
  return fitting;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}
