import { ENDPOINTS } from '../../src/http-client/description/endpoints.js';
import type { AnswerTable } from '../../src/http-client/description/parts/answer-field.js';
import type { Answer, Endpoint } from '../../src/http-client/description/parts/endpoint.js';
import { type Docstrings, readDocstrings } from './docstrings.js';

type AnyEndpoint = Endpoint<Endpoint['parameters'], Answer>;

/** Writes the reference of the HTTP interface: its endpoints, their parameters and answers. */
export function httpReference(): string {
  const docs = readDocstrings();
  const chapters = Object.entries(ENDPOINTS as Readonly<Record<string, AnyEndpoint>>).map(([name, endpoint]) =>
    chapter(name, endpoint, docs),
  );
  return `${HEAD}\n${chapters.join('\n')}`;
}

const HEAD = `# Reference of the HTTP interface

Printed from the description that client, embedded gateway and recordings read (\`npm run reference\`). The sections are
those of the [gateway's specification](gateway.md); the [guide](http.md) tells how the client is used. Every request takes
\`format=json\` for an answer in JSON, and the token as \`Authorization: Bearer\` or as \`access_token\`; \`sms.do\` takes
\`encoding\`, which the client sends as \`utf-8\`.
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
  lines.push(`Answer in JSON: ${answer.json}.`, '');
  if (answer.text !== '') lines.push(`Answer in text: ${answer.text}.`, '');
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
  return `, told from others by \`${name}${value === undefined ? '' : `=${value}`}\``;
}
