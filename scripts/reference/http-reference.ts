import { ENDPOINTS } from '../../src/http-client/description/endpoints.js';
import type { AnswerTable } from '../../src/http-client/description/parts/answer-field.js';
import type { Answer, Endpoint } from '../../src/http-client/description/parts/endpoint.js';
import { type Docstrings, readDocstrings } from './docstrings.js';

type AnyEndpoint = Endpoint<Endpoint['parameters'], Answer>;

/** The rows and tables that a page already has, each with the endpoint in whose chapter it is. */
type Written = Map<string, string>;

/** Returns the reference of the HTTP interface (endpoints, parameters, responses): the text of each page by file name. */
export function httpReference(): Readonly<Record<string, string>> {
  const docs = readDocstrings();
  const chapters = (isOnPage: (name: string) => boolean): string => {
    const written: Written = new Map();
    return Object.entries(ENDPOINTS as Readonly<Record<string, AnyEndpoint>>)
      .filter(([name]) => isOnPage(name))
      .map(([name, endpoint]) => chapter(name, endpoint, docs, written))
      .join('\n');
  };
  const isSend = (name: string): boolean => /^(?:sms|mms|vms)\./.test(name);
  return {
    'http-reference.md': `${SENDS_HEAD}\n${chapters(isSend)}`,
    'http-reference-account.md': `${ACCOUNT_HEAD}\n${chapters((name) => !isSend(name))}`,
  };
}

const HEAD = `Sections are those of the [specification](gateway.md). Every request accepts \`format=json\` for a JSON response, and the token as
\`Authorization: Bearer\` or as \`access_token\`. This page is generated (\`npm run reference\`).`;

const SENDS_HEAD = `# HTTP reference: sends

Every parameter and response field of \`sms.do\`, \`mms.do\` and \`vms.do\`. Other endpoints: [account](http-reference-account.md). How to
send: [Send over HTTP](http-sending.md).

${HEAD} \`sms.do\` also accepts \`encoding\`; the client sends \`utf-8\`.
`;

const ACCOUNT_HEAD = `# HTTP reference: account

Every parameter and response field of the profile, the points, sub-users, sender names and number lookups. Sends:
[HTTP reference: sends](http-reference.md). How to use them: [The account over HTTP](http-account.md).

${HEAD}
`;

function chapter(name: string, endpoint: AnyEndpoint, docs: Docstrings, written: Written): string {
  const { path, method, section, variants, title, selector, answer, isRead } = endpoint;
  const [only] = variants;
  const facts = [
    `\`${method} {base_url}${path}\`${selectedBy(selector)}`,
    `section ${section}`,
    ...(variants.length === 1 ? [`${only} variant only`] : []),
    ...(isRead ? ['only reads'] : []),
  ];
  const lines = [`## \`${name}\``, '', `${title}.`, '', `${facts.join(' · ')}.`, ''];
  lines.push(...parameterTable(name, endpoint.parameters, docs, written));
  lines.push(`JSON response: ${answer.json}.`, '');
  if (answer.text !== '') lines.push(`Text response: ${answer.text}.`, '');
  for (const [place, fields] of Object.entries(answer.records)) {
    const rows = fieldRows(fields, docs);
    const title = place === '' ? 'field' : `field of \`${place}\``;
    const earlier = earlierChapter(JSON.stringify(rows), name, written);
    if (earlier === undefined) lines.push(table([title, 'on the wire', 'type', 'meaning'], rows), '');
    else lines.push(`${place === '' ? 'Fields' : `Fields of \`${place}\``}: as for \`${earlier}\`.`, '');
  }
  return lines.join('\n');
}

/** Returns the table of an endpoint's parameters. Those that an earlier chapter describes are only named. */
function parameterTable(
  endpoint: string,
  parameters: AnyEndpoint['parameters'],
  docs: Docstrings,
  written: Written,
): readonly string[] {
  const rows: (readonly string[])[] = [];
  const repeated = new Map<string, string[]>();
  for (const [name, parameter] of Object.entries(parameters)) {
    const row = parameterRow(name, parameter, docs);
    const earlier = earlierChapter(JSON.stringify(row), endpoint, written);
    if (earlier === undefined) rows.push(row);
    else repeated.set(earlier, [...(repeated.get(earlier) ?? []), `\`${name}\``]);
  }
  const lines = rows.length > 0 ? [table(['parameter', 'on the wire', 'type', 'meaning'], rows), ''] : [];
  for (const [earlier, names] of repeated) lines.push(`As for \`${earlier}\`: ${names.join(', ')}.`, '');
  return lines;
}

function parameterRow(
  name: string,
  { names, type, section, limits = [], excludes = [], variants = [] }: AnyEndpoint['parameters'][string],
  docs: Docstrings,
): readonly string[] {
  const meaning = [docs({ kind: 'parameter', name, wire: wireName(name, names), section })];
  meaning.push(...limits.map((limit) => `Limit: ${limit}.`));
  if (excludes.length > 0) meaning.push(`Not with \`${excludes.join('`, `')}\`.`);
  if (variants.length === 1) meaning.push(`Only in the ${variants[0]} variant.`);
  const wire = names.length > 1 ? `\`${names[0]}\` … \`${names.at(-1)}\`` : `\`${names[0]}\``;
  return [`\`${name}\``, wire, type, meaning.join(' ')];
}

function fieldRows(fields: AnswerTable, docs: Docstrings): readonly (readonly string[])[] {
  return Object.entries(fields).map(([name, { names, type, section, isOptional }]) => [
    `\`${name}\`${isOptional ? ' (sometimes)' : ''}`,
    names.map((wire) => `\`${wire}\``).join(', '),
    type,
    docs({ kind: 'answer', name, wire: names[0] ?? name, section }),
  ]);
}

/** Returns the earlier chapter with the same text, or remembers that this chapter has it. */
function earlierChapter(text: string, endpoint: string, written: Written): string | undefined {
  const earlier = written.get(text);
  if (earlier === undefined) written.set(text, endpoint);
  return earlier;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The name in the tables: the parameter's own name if it has several fields, otherwise the wire name without brackets. */
function wireName(name: string, names: readonly string[]): string {
  const [first = name] = names;
  return names.length > 1 ? name : first.replace(/\[.*/, '');
}

/** Describes the field that selects an endpoint among those with the same path. */
function selectedBy(selector: AnyEndpoint['selector']): string {
  if (selector === undefined) return '';
  const { name, value } = selector;
  return `, selected by \`${name}${value === undefined ? '' : `=${value}`}\``;
}
