import { ENDPOINTS } from '../../src/http-client/description/endpoints.js';
import type { AnswerTable } from '../../src/http-client/description/parts/answer-field.js';
import type { Answer, Endpoint } from '../../src/http-client/description/parts/endpoint.js';
import { type Docstrings, readDocstrings } from './docstrings.js';

type AnyEndpoint = Endpoint<Endpoint['parameters'], Answer>;

/** Returns the reference of the HTTP interface (endpoints, parameters, responses): the text of each page by file name. */
export function httpReference(): Readonly<Record<string, string>> {
  const docs = readDocstrings();
  const chapters = (isOnPage: (name: string) => boolean): string =>
    Object.entries(ENDPOINTS as Readonly<Record<string, AnyEndpoint>>)
      .filter(([name]) => isOnPage(name))
      .map(([name, endpoint]) => chapter(name, endpoint, docs))
      .join('\n');
  const isSend = (name: string): boolean => /^(?:sms|mms|vms)\./.test(name);
  return {
    'http-reference.md': `${SENDS_HEAD}\n${chapters(isSend)}`,
    'http-reference-account.md': `${ACCOUNT_HEAD}\n${chapters((name) => !isSend(name))}`,
  };
}

const HEAD = `Generated from the description that the client and the embedded gateway use (\`npm run reference\`). The
sections are those of the [gateway's specification](gateway.md). Every request accepts \`format=json\` for a JSON response, and the
token as \`Authorization: Bearer\` or as \`access_token\`.`;

const SENDS_HEAD = `# HTTP reference: sends

For readers who need a parameter or a response field of \`sms.do\`, \`mms.do\` or \`vms.do\`. Other endpoints:
[account](http-reference-account.md). How to send: [Send over HTTP](http-sending.md).

${HEAD} \`sms.do\` also accepts \`encoding\`; the client sends \`utf-8\`.
`;

const ACCOUNT_HEAD = `# HTTP reference: account

For readers who need a parameter or a response field of the profile, the points, sub-users, sender names or number lookups. Sends:
[HTTP reference: sends](http-reference.md). How to use them: [The account over HTTP](http-account.md).

${HEAD}
`;

function chapter(name: string, endpoint: AnyEndpoint, docs: Docstrings): string {
  const { path, method, section, variants, title, selector, parameters, answer, isRead } = endpoint;
  const [only] = variants;
  const facts = [
    `\`${method} {base_url}${path}\`${selectedBy(selector)}`,
    `section ${section}`,
    ...(variants.length === 1 ? [`${only} variant only`] : []),
    ...(isRead ? ['only reads'] : []),
  ];
  const lines = [`## \`${name}\``, '', `${title}.`, '', `${facts.join(' · ')}.`, ''];
  const rows = Object.entries(parameters).map(([given, parameter]) => {
    const { names, type, limits = [], excludes = [], variants: only = [] } = parameter;
    const said = [
      docs({ kind: 'parameter', name: given, wire: wireName(given, names), section: parameter.section }),
      ...limits.map((limit) => `Limit: ${limit}.`),
    ];
    if (excludes.length > 0) said.push(`Not with \`${excludes.join('`, `')}\`.`);
    if (only.length === 1) said.push(`Only in the ${only[0]} variant.`);
    const wire = names.length > 1 ? `\`${names[0]}\` … \`${names.at(-1)}\`` : `\`${names[0]}\``;
    return [`\`${given}\``, wire, type, parameter.section, said.join(' ')];
  });
  if (rows.length > 0) lines.push(table(['parameter', 'on the wire', 'type', 'section', 'meaning'], rows), '');
  lines.push(`JSON response: ${answer.json}.`, '');
  if (answer.text !== '') lines.push(`Text response: ${answer.text}.`, '');
  for (const [place, fields] of Object.entries(answer.records)) lines.push(fieldTable(place, fields, docs), '');
  return lines.join('\n');
}

function fieldTable(place: string, fields: AnswerTable, docs: Docstrings): string {
  const rows = Object.entries(fields).map(([name, { names, type, section, isOptional }]) => [
    `\`${name}\`${isOptional ? ' (sometimes)' : ''}`,
    names.map((wire) => `\`${wire}\``).join(', '),
    type,
    section,
    docs({ kind: 'answer', name, wire: names[0] ?? name, section }),
  ]);
  const title = place === '' ? 'field' : `field of \`${place}\``;
  return table([title, 'on the wire', 'type', 'section', 'meaning'], rows);
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
