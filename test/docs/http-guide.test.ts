import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CALLS_OPTIONS } from '../../src/calls/call-options.js';
import { ENDPOINTS } from '../../src/http-client/description/endpoints.js';
import { HTTP_RULES } from '../../src/http-client/description/rules.js';
import { HTTP_CLIENT_OPTIONS } from '../../src/http-client/requests/client-options.js';
import { ROOT } from '../support/run.js';
import { readDocument, tableRows } from './markdown.js';

/** Returns the lines of a section of the guide. */
function section(title: string): readonly string[] {
  const pages = ['docs/http.md', 'docs/http-sending.md'];
  const section = pages.flatMap((page) => readDocument(page).sections).find((one) => one.title === title);
  if (section === undefined) throw new Error(`${pages.join(' and ')} have no section "${title}"`);
  return section.lines;
}

/** The texts between backquotes. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** The gateway codes in the docstrings of the rules. */
function codesOfRules(): ReadonlyMap<string, string> {
  const sources = [
    'src/domain/sending/rules.ts',
    'src/http-client/description/rules.ts',
    'src/http-client/description/rules.ts',
  ];
  const text = sources.map((path) => readFileSync(ROOT + path, 'utf8')).join('\n');
  const rules = text.matchAll(/\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*(\w+): RULE,/g);
  return new Map(
    [...rules].flatMap(([, docstring = '', name = '']) => {
      const code = /gateway code (\d+)/.exec(docstring)?.[1];
      return code === undefined ? [] : [[name, code] as const];
    }),
  );
}

describe('the guide to the HTTP client', () => {
  it('has exactly one row for each rule, with the gateway code of its docstring', () => {
    const rows = tableRows(section('Rules before sending')).map(([rule = '', , code = '']) => [namesIn(rule)[0], code]);
    const codes = codesOfRules();
    expect(rows).toEqual(Object.keys(HTTP_RULES).map((rule) => [rule, codes.get(rule) ?? '–']));
    expect(codes.get('mmsSubject')).toBe('26');
  });

  it('has a row for each option of the HTTP client, and names the options of all clients', () => {
    const lines = section('Creating a client');
    const own = Object.keys(HTTP_CLIENT_OPTIONS).filter((name) => name === 'url' || !(name in CALLS_OPTIONS));
    expect(
      tableRows(lines)
        .flatMap(([option = '']) => namesIn(option))
        .sort(),
    ).toEqual(own.sort());
    const named = namesIn(lines.join('\n'));
    for (const name of Object.keys(CALLS_OPTIONS)) expect(named).toContain(name);
  });

  it('has a row for each method, and marks reading methods as repeated', () => {
    const rows = tableRows(section('The methods')).flatMap(([methods = '', , repeated = '']) =>
      namesIn(methods).map((method) => [method.replace(/\(.*$/, ''), repeated.startsWith('yes')] as const),
    );
    const sends = ['sms.send', 'mms.send', 'vms.send'];
    const wanted = Object.entries(ENDPOINTS).map(
      ([method, { isRead }]) => [method, isRead || sends.includes(method)] as const,
    );
    expect(new Map(rows)).toEqual(new Map(wanted));
    expect(rows).toHaveLength(wanted.length);
  });

  it('names each parameter of an SMS', () => {
    const named = namesIn(section('Sending SMS').join('\n'));
    const wanted = Object.keys(ENDPOINTS['sms.send'].parameters);
    expect(wanted.filter((name) => !named.some((one) => one === name || one.startsWith(`${name}:`)))).toEqual([]);
  });
});
