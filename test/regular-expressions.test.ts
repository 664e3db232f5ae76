import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkSync, type Diagnostics } from 'recheck';
import { Project, SyntaxKind } from 'ts-morph';
import { afterAll, describe, expect, it, vi } from 'vitest';
import recheckPackage from '../node_modules/recheck/package.json' with { type: 'json' };
import { ROOT } from './support/run.js';

const { version } = recheckPackage;

/**
 * Every regular expression of the program takes linear time, whatever text it is given: also where it is tried at every
 * character of a text that it does not fit.
 */

/** Those that were found to be linear before, on this machine: finding out takes a minute. */
const KNOWN_FILE = `${ROOT}.cache/linear-expressions.json`;
const known = new Set<string>(existsSync(KNOWN_FILE) ? (JSON.parse(readFileSync(KNOWN_FILE, 'utf8')) as string[]) : []);

afterAll(() => {
  mkdirSync(path.dirname(KNOWN_FILE), { recursive: true });
  writeFileSync(KNOWN_FILE, JSON.stringify([...known]));
});

/** Time for one expression; the dearest takes five seconds on a busy machine. */
const TIMEOUT_MS = 60_000;

interface Written {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

function sources(): Project {
  const project = new Project({ skipAddingFilesFromTsConfig: true });
  project.addSourceFilesAtPaths([`${ROOT}src/**/*.ts`, `${ROOT}generated/**/*.ts`]);
  return project;
}

const project = sources();

function* literals(): Generator<Written> {
  for (const file of project.getSourceFiles()) {
    for (const literal of file.getDescendantsOfKind(SyntaxKind.RegularExpressionLiteral)) {
      const text = literal.getText();
      const end = text.lastIndexOf('/');
      const place = `${file.getFilePath().slice(ROOT.length)}:${literal.getStartLineNumber()}`;
      yield { place, source: text.slice(1, end), flags: text.slice(end + 1) };
    }
  }
}

/** Files that make expressions of pieces: what has to be loaded before, and what then makes them do it. */
const MADE: Readonly<Record<string, () => Promise<() => unknown>>> = {
  'src/redact/escapes.ts': async () => () => import('../src/redact/escapes.js'),
  'src/address-book/formats/csv/spreadsheet-cells.ts': async () => () =>
    import('../src/address-book/formats/csv/spreadsheet-cells.js'),
  'src/cli/output/output.ts': async () => () => import('../src/cli/output/output.js'),
  'src/sandbox/gateway/sending/message-text.ts': async () => () =>
    import('../src/sandbox/gateway/sending/message-text.js'),
  'src/soap/decoder/record-pattern.ts': async () => {
    const { readEnvelope } = await import('../src/soap/messages/response.js');
    const { SmsService } = await import('../generated/service.js');
    const { DEFAULT_LIMITS } = await import('../src/soap/decoder/limits.js');
    const { soapResponse } = await import('./support/fake-transport.js');
    const record = '<item a="*+(x+)+$"><number>1</number>\n<name xsi:nil="1"/><b>x</b><c/></item>';
    const document = soapResponse('soap_GetNumbers', `<arNumbers>${record.repeat(9)}</arNumbers>`);
    return () => readEnvelope(SmsService, SmsService.operations.soap_GetNumbers, Buffer.from(document), DEFAULT_LIMITS);
  },
};

/** The expressions that a file makes of pieces. */
async function madeBy(place: string): Promise<readonly RegExp[]> {
  const made: RegExp[] = [];
  vi.resetModules();
  const make = await MADE[place]?.();
  const original = RegExp;
  vi.stubGlobal(
    'RegExp',
    new Proxy(original, {
      construct: (target, [pattern, flags]: [string | RegExp, string | undefined]) => {
        const built = new target(pattern, flags);
        made.push(built);
        return built;
      },
    }),
  );
  try {
    await make?.();
  } finally {
    vi.stubGlobal('RegExp', original);
  }
  return made;
}

/** Without a repetition that has no end, no text is too long. */
const UNBOUNDED = /[*+]|\{\d+,\}/;

/** What is wrong with an expression. */
function fault({ place, source, flags }: Written): string | undefined {
  if (!UNBOUNDED.test(source)) return undefined;
  const key = `recheck ${version} /${source}/${flags}`;
  if (known.has(key)) return undefined;
  const check = (randomSeed: number): Diagnostics =>
    checkSync(source, flags, { timeout: TIMEOUT_MS, checker: 'auto', randomSeed });
  let found = check(1);
  // What it has guessed by trying depends on the time that it had: it has to guess so again.
  if (found.status === 'vulnerable' && found.checker === 'fuzz') found = check(2);
  if (found.status === 'safe') {
    known.add(key);
    return undefined;
  }
  const why = found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
  return `${place} /${source}/${flags}: ${why}`;
}

const faults = (written: Iterable<Written>): readonly string[] => [...written].flatMap((one) => fault(one) ?? []);

/** What the check cannot see through: it forgets that what was matched is not looked at again. */
const isMeasured = ({ source }: RegExp): boolean => source.startsWith('&#[xX]');

function bestTime(run: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

it('the check knows what is not linear', () => {
  const bad = [String.raw`(\d+)$`, String.raw`\s+$`, '(a+)+b', String.raw`<[^>]*>x`, String.raw`^(\S+)\s+(.+)$`];
  expect(faults(bad.map((source) => ({ place: source, source, flags: '' })))).toHaveLength(bad.length);
  expect(fault({ place: 'here', source: String.raw`^\s+$`, flags: '' })).toBeUndefined();
});

describe('is linear', { timeout: 300_000 }, () => {
  const byFile = new Map<string, Written[]>();
  for (const literal of literals()) {
    const [file = ''] = literal.place.split(':');
    byFile.set(file, [...(byFile.get(file) ?? []), literal]);
  }

  it.each([...byFile].map(([file, all]) => [file, all] as const))('what %s has', (_file, all) => {
    expect(faults(all)).toEqual([]);
  });

  it.each(Object.keys(MADE))('what %s makes of pieces', async (place) => {
    const made = await madeBy(place);
    expect(made.length).toBeGreaterThan(0);
    const checked = made.filter((one) => !isMeasured(one));
    expect(faults(checked.map(({ source, flags }) => ({ place, source, flags })))).toEqual([]);
  });

  it('what is linear only because one alternative passes what another was tried at', async () => {
    const measured = (await madeBy('src/redact/escapes.ts')).filter(isMeasured);
    expect(measured).toHaveLength(1);
    const [escape = /x/] = measured;
    const pumps = ['\\', '\\\\x', '\\x8', '\\xe1\\', '&#0', '&#x0', '&a', '%e1%81', '<br '];
    for (const text of pumps.flatMap((pump) => ['', 'N', '8%1'].map((end) => [pump, end] as const))) {
      const timeOf = (count: number): number => bestTime(() => (text[0].repeat(count) + text[1]).replace(escape, ''));
      // Sixteen times as much: 256 times as long, if it were quadratic.
      const growth = (): number => timeOf(160_000) / (timeOf(10_000) + 0.2);
      // Others may want the machine at the same time: what is quadratic is so each time.
      expect(Math.min(growth(), growth(), growth()), text.join('…')).toBeLessThan(100);
    }
  });

  it('and no other file makes any', () => {
    const makers = project.getSourceFiles().filter((file) => {
      const calls = [SyntaxKind.NewExpression, SyntaxKind.CallExpression] as const;
      return calls.some((kind) =>
        file.getDescendantsOfKind(kind).some((call) => call.getExpression().getText() === 'RegExp'),
      );
    });
    expect(makers.map((file) => file.getFilePath().slice(ROOT.length)).sort()).toEqual(Object.keys(MADE).sort());
  });
});
