import { duration } from '../output/progress.js';
import { moment, printable, thousands } from '../output/text.js';
import { type ReportedRefusal, type ReportFacts, type ReportRow, STATUS_WORDS } from './report-facts.js';

/** A page begins with it. */
export const HTML_BEGIN = '<!doctype html>\n<!-- report of sms-service -->\n';

/** The rows of one table: a browser lays out those that are seen. */
const PART = 500;

/** More rows than a browser shows at once; the report in CSV has all of them. */
const MAX_ROWS = 100_000;

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --bad: #b3261e; --good: #1b6e3c; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #7ddc9f; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; }
th, td { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; padding: .3rem .6rem; text-align: start; vertical-align: top; }
th { background: Canvas; position: sticky; top: 0; }
.n { text-align: end; font-variant-numeric: tabular-nums; } .bad { color: var(--bad); } .good { color: var(--good); }
.refused { color: var(--bad); } dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; } th:first-child { width: 30%; }
section { content-visibility: auto; contain-intrinsic-size: auto 17000px; }
section:last-of-type { content-visibility: visible; }
@media (max-width: 48rem) { section { overflow-x: auto; } table { min-width: 40rem; } th { position: static; } }
@media print { th { position: static; } }
`;

/** A report as a page that needs nothing besides itself, and runs nothing. */
export function* htmlPieces(facts: ReportFacts): Generator<string, void, undefined> {
  const { title, of, groups, refusals } = facts;
  yield `${HTML_BEGIN}<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title>
<style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
${summary(facts)}`;
  const head = of === 'both' ? [...GROUP_HEAD, DELETED] : GROUP_HEAD;
  yield* table('Groups', head, groups, groupRow);
  yield* table('Refused by the gateway', REFUSAL_HEAD, refusals, refusalRow);
  yield '</body></html>\n';
}

function summary({ accounts, status, endedAt, seconds, of, groups, refusals }: ReportFacts): string {
  const sum = (countOf: (row: ReportRow) => number): number => groups.reduce((all, row) => all + countOf(row), 0);
  const inState = (state: ReportRow['state']): string => thousands(groups.filter((row) => row.state === state).length);
  const deleted = `${inState('deleted')} deleted`;
  const groupsDone = {
    migration: `${inState('made')} made`,
    removal: deleted,
    corrections: `${inState('made')} made`,
    extras: deleted,
    both: `${inState('made')} made and ${deleted}`,
  }[of];
  const did = {
    migration: 'added',
    removal: 'deleted',
    corrections: 'corrected',
    extras: DELETED,
    both: 'added',
  }[of];
  const rows: readonly (readonly [string, string])[] = [
    ['accounts', accounts.join(' → ')],
    ['status', STATUS_WORDS[status]],
    ['ended', `${moment(endedAt)} UTC, after ${duration(seconds)}`],
    ['groups', `${thousands(groups.length)}, of which ${groupsDone}`],
    [`numbers ${did}`, thousands(sum(({ numbers }) => numbers.done))],
    ...(of === 'both' ? [[`numbers ${DELETED}`, thousands(sum((row) => row.deleted ?? 0))] as const] : []),
    ['refused', thousands(refusals.length)],
    ['numbers left', thousands(sum(({ numbers }) => numbers.left))],
  ];
  const isWell = status === 'done';
  const items = rows.map(([name, value]) => {
    const style = name === 'status' ? ` class="${isWell ? 'good' : 'bad'}"` : '';
    return `<dt>${name}</dt><dd${style} dir="auto">${escaped(value)}</dd>`;
  });
  return `<dl>${items.join('\n')}</dl>\n`;
}

const GROUP_HEAD = ['group', 'becomes', 'state', 'done', 'refused', 'left'];
const REFUSAL_HEAD = ['group', 'number', 'line of the plan', 'code', 'meaning'];
/** The numbers of plans that delete, and give other names. */
const DELETED = 'deleted or renamed';
const RIGHT = new Set(['done', 'refused', 'left', DELETED, 'line of the plan']);

function* table<T>(
  title: string,
  head: readonly string[],
  rows: readonly T[],
  cellsOf: (row: T) => readonly (string | number)[],
): Generator<string, void, undefined> {
  yield `<h2>${title}: ${thousands(rows.length)}</h2>\n`;
  if (rows.length === 0) return;
  const names = head.map((name) => `<th scope="col"${RIGHT.has(name) ? ' class="n"' : ''}>${name}</th>`);
  const begin = `<section><table><thead><tr>${names.join('')}</tr></thead><tbody>\n`;
  const end = '</tbody></table></section>\n';
  yield begin;
  for (const [index, row] of rows.slice(0, MAX_ROWS).entries()) {
    if (index > 0 && index % PART === 0) yield end + begin;
    const cells = cellsOf(row).map((cell) =>
      typeof cell === 'number' ? `<td class="n">${thousands(cell)}</td>` : `<td dir="auto">${escaped(cell)}</td>`,
    );
    yield `<tr${cellsOf(row).includes('refused') ? ' class="refused"' : ''}>${cells.join('')}</tr>\n`;
  }
  yield end;
  if (rows.length > MAX_ROWS) {
    yield `<p>${thousands(rows.length - MAX_ROWS)} more are not shown: the report in CSV has all of them.</p>\n`;
  }
}

function groupRow({ group, as = '', state, numbers, deleted }: ReportRow): readonly (string | number)[] {
  const counts = [numbers.done, numbers.refused, numbers.left];
  return [group, as, state, ...counts, ...(deleted === undefined ? [] : [deleted])];
}

function refusalRow({
  group,
  number = '(the group itself)',
  line,
  plan,
  code,
  meaning,
}: ReportedRefusal): readonly (string | number)[] {
  const place = plan === undefined ? (line ?? '–') : `${line} of ${plan}`;
  return [group, number, place, code === 0 ? '–' : String(code), meaning];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text from outside as it may stand in a page: what deceives is written out. */
function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
