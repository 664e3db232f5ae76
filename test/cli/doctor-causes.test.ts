import { describe, expect, it } from 'vitest';
import { readDocument, tableRows } from '../docs/markdown.js';
import { jsonLines } from './command.js';
import { AT_THE_GATEWAY } from './doctor-causes/at-the-gateway.js';
import { ON_THE_WAY } from './doctor-causes/on-the-way.js';
import { OVER_HTTP } from './doctor-causes/over-http.js';
import { PASSWORD, type Produce, type Situation } from './doctor-causes/situation.js';
import { commandInProcess } from './running/here.js';

const command = commandInProcess();

/** What docs/command-line.md says of a cause: the expected values of these tests. */
interface Row {
  readonly cause: string;
  readonly check: string;
  readonly text: string;
  readonly todo: string;
  readonly code: number;
}

const rows: readonly Row[] = readDocument('docs/command-line.md')
  .sections.filter(({ title }) => title === 'What `doctor` finds')
  .flatMap(({ lines }) => tableRows(lines))
  .map(([cause = '', check = '', text = '', todo = '', code]) => ({
    cause,
    check,
    text: text.replace(/^`|`$/g, ''),
    todo: todo.replace(/^`|`$/g, ''),
    code: Number(code),
  }));

const CAUSES = { ...ON_THE_WAY, ...AT_THE_GATEWAY, ...OVER_HTTP };
const cases = rows.flatMap((row) => {
  const produced = CAUSES[row.cause] ?? [];
  const ways: readonly Produce[] = typeof produced === 'function' ? [produced] : produced;
  return ways.map(
    (produce, index) => [ways.length > 1 ? `${row.cause} (${index + 1})` : row.cause, row, produce] as const,
  );
});

/** A text of the document with the values of a situation. */
function filled(text: string, { profile, values }: Situation): string {
  const today = new Date().toISOString().slice(0, 10);
  const [, gateway] = /^https?:\/\/([^/]+)/.exec(String(profile.url ?? profile.httpUrl)) ?? [];
  const known: Readonly<Record<string, string | number | undefined>> = { today, gateway, ...values };
  return text.replace(/<(\w+)>/g, (whole, name: string) => String(known[name] ?? whole));
}

describe('the table of docs/command-line.md', () => {
  it('has every cause that is produced here, and no other', () => {
    expect(rows.map(({ cause }) => cause).sort()).toEqual(Object.keys(CAUSES).sort());
    expect(rows.length).toBeGreaterThan(20);
  });

  it('tells nobody to wait for what does not pass by itself, and gives `ca` for what it mends only', () => {
    const waiting = rows.filter(({ todo }) => /later|run it again/.test(todo));
    expect(waiting.filter(({ code }) => code !== 5)).toEqual([]);
    const authorities = rows.filter(({ todo }) => todo.includes('"ca"')).map(({ cause }) => cause);
    expect(authorities).toEqual([
      'the authority is not known here',
      'the authority is not known to `ca`',
      'the certificate is signed by itself',
      'an intermediate certificate is not sent',
      'the file of `ca` is not there',
    ]);
  });
});

describe('sms-service doctor finds', () => {
  it.each(cases)('%s', async (_name, { check, text, todo, code }, produce) => {
    const situation = await produce((name, content) => command.write(name, content));
    const { profile, args = [], environment = {}, secrets = [] } = situation;
    command.write('causes.json', { profiles: { shop: { username: 'shop', passwordEnv: 'PASSWORD', ...profile } } });
    const words = ['doctor', '--json', '--config', 'causes.json', '--profile', 'shop', ...args];
    const ended = await command.run(words, { PASSWORD, ...environment });
    const findings = jsonLines(ended) as readonly { readonly status: string }[];
    expect(findings.filter(({ status }) => status === 'wrong')).toEqual([
      { check, status: 'wrong', text: filled(text, situation), todo: filled(todo, situation) },
    ]);
    expect([ended.code, ended.err]).toEqual([code, '']);
    for (const secret of [PASSWORD, ...secrets]) expect(ended.out).not.toContain(secret);
  });
});
