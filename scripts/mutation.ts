/**
 * `npm run test:slow -- mutation src/files/json.ts …`, or `--list FILE` with a path in each line: changes one place
 * after the other in these files, and shows those that no test notices. Stryker's instrumenter puts all mutants behind
 * switches into a copy of the repository; the tests of a file are loaded once, and run again with one mutant after the
 * other on.
 *
 * `--tests test/files,test/xml` uses these tests only, `--fresh` forgets what earlier runs have found, `--show` prints
 * what survives, `--again` tries what was killed before too, `--processes 4` does it in so many processes, `--quick`
 * tries the nearest tests only, and `--report-only` prints what is known.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './build/manifest.js';
import { type Line, PER_FILE, type Reached } from './mutation/job.js';
import { type Plan, planOf } from './mutation/plan.js';
import { linesOf, runVitest } from './mutation/run.js';
import { hashOf, type Mutant, makeSandbox } from './mutation/sandbox.js';
import { isApart, testsOf } from './mutation/tests.js';

const { values, positionals } = parseArgs({
  options: {
    list: { type: 'string' },
    processes: { type: 'string', default: '2' },
    tests: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    'report-only': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const listed = values.list === undefined ? [] : readFileSync(values.list, 'utf8').split('\n').filter(Boolean);
const sources = [...positionals, ...listed];
const missing = sources.filter((file) => !existsSync(join(ROOT, file)));
if (sources.length === 0 || missing.length > 0) {
  console.error(missing.length > 0 ? `there is no ${missing.join(', ')}` : 'name the files, or --list a file of names');
  process.exit(2);
}

const cache = join(ROOT, '.cache/mutation');
const sandbox = join(cache, 'sandbox');
if (values.fresh) rmSync(cache, { recursive: true, force: true });
mkdirSync(join(cache, 'reached'), { recursive: true });
const started = performance.now();
const say = (line: string): void =>
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}`);

const mutants = await makeSandbox(sandbox, sources, !values['report-only']);
say(`${mutants.length} mutants in ${sources.length} files`);

const readJson = <Value>(path: string, otherwise: Value): Value =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Value) : otherwise;
const hashes: Record<string, string> = {};
for (const source of sources) hashes[source] = hashOf(readFileSync(join(ROOT, source), 'utf8'));

/** What earlier runs have found, by mutant. */
interface Result {
  says: 'killed' | 'timeout' | 'survived' | 'unreached';
  by?: string;
  /** By test file, as `triedAs` names it: how many of its tests it has survived. */
  tried?: Record<string, number>;
}
const resultsPath = join(cache, 'results.json');
const results = readJson<Record<string, Result>>(resultsPath, {});
const keyOf = ({ source, number }: Mutant): string => `${source} ${hashes[source]} ${number}`;
const isKilled = (mutant: Mutant): boolean => ['killed', 'timeout'].includes(results[keyOf(mutant)]?.says ?? '');
if (values.again) for (const mutant of mutants) delete results[keyOf(mutant)];

// What each test file reaches.
interface Known {
  readonly test: string;
  readonly sources: Readonly<Record<string, string>>;
}
const knownPath = join(cache, 'reached.json');
const known = readJson<Record<string, Known>>(knownPath, {});
const tests = testsOf(sources, values.tests?.split(',') ?? []);
const reachedPath = (file: string): string => join(cache, 'reached', `${file.replaceAll('/', '+')}.json`);
const testHash = (file: string): string => hashOf(readFileSync(join(ROOT, file), 'utf8'));
/** As they are in the copy: they may be changed while it is at work. */
const testHashes = new Map(tests.map((file) => [file, testHash(file)]));
const isStale = (file: string): boolean => {
  if (process.env['ADOPT'] === '1' && existsSync(reachedPath(file))) {
    known[file] = { test: testHash(file), sources: { ...hashes } };
    return false;
  }
  const before = known[file];
  if (before === undefined || !existsSync(reachedPath(file)) || before.test !== testHash(file)) return true;
  return sources.some((source) => before.sources[source] !== hashes[source]);
};
if (!values['report-only']) {
  const stale = tests.filter(isStale);
  say(`${tests.length} test files, ${stale.length} to look what they reach`);
  for (const apart of [false, true]) {
    const files = stale.filter((file) => isApart(file) === apart);
    if (files.length === 0) continue;
    const byFile = Object.fromEntries(files.map((file) => [file, { warm: {}, cold: {} }]));
    for (const file of files) rmSync(reachedPath(file), { force: true });
    const keep = (): void => {
      const done = files.filter((file) => existsSync(reachedPath(file)));
      for (const file of done) known[file] = { test: testHash(file), sources: { ...known[file]?.sources, ...hashes } };
      writeFileSync(knownPath, JSON.stringify(known));
    };
    const keeping = setInterval(keep, 20_000);
    await runVitest(
      sandbox,
      { mode: 'cover', sources, out: join(cache, 'reached'), tests: byFile, apart },
      `cover-${apart}`,
    );
    clearInterval(keeping);
    keep();
  }
}
// What is run while modules are loaded: a process loads each only once, for whatever test file is the first.
const loading = 'test/every-source.test.ts';
if (!values['report-only']) {
  const loads = sources.map((source) => `await import('../${source.replace(/ts$/, 'js')}').catch(() => undefined);\n`);
  const text = `import { it } from 'vitest';\n${loads.join('')}it('loads', () => {});\n`;
  writeFileSync(join(sandbox, loading), text);
  const byFile = { [loading]: { warm: {}, cold: {} } };
  await runVitest(
    sandbox,
    { mode: 'cover', sources, out: join(cache, 'reached'), tests: byFile, apart: true },
    'loads',
  );
}
const { atLoad } = readJson<Reached>(reachedPath(loading), { tests: [], atLoad: {} });
const reached = new Map<string, Reached>();
for (const file of tests)
  if (existsSync(reachedPath(file))) reached.set(file, readJson<Reached>(reachedPath(file), { tests: [], atLoad: {} }));
say(`${reached.size} test files have been looked at`);

/** A way in which a mutant was tried: against a test file as it is now, in loaded modules or in new ones. */
function triedAs(file: string, cold: boolean): string {
  return `${cold ? 'cold' : 'warm'} ${file} ${testHashes.get(file)}`;
}

/** Tries what a plan says, again and again until nothing is left of it: a process may have to be ended on the way. */
async function tryAll(plan: Plan, apart: boolean, name: string): Promise<void> {
  const out = join(cache, `${name}.lines`);
  const ids = new Map(mutants.map((mutant) => [sources.indexOf(mutant.source) * PER_FILE + mutant.number, mutant]));
  let left = plan;
  const spoilt = new Map<string, number>();
  for (let round = 0; Object.keys(left).length > 0 && round < 400; round += 1) {
    rmSync(out, { force: true });
    const done = new Set<string>();
    const dead = new Set<string>();
    const take = (): Line[] => {
      const lines = linesOf(out);
      for (const { says, file, mutant: id, cold, by } of lines) {
        if (says === 'done') done.add(file);
        const mutant = id === undefined ? undefined : ids.get(id);
        if (mutant === undefined || says === 'begin') continue;
        const key = keyOf(mutant);
        done.add(`${file} ${id} ${cold ?? false}`);
        if (says === 'killed' || says === 'timeout') {
          dead.add(String(id));
          results[key] = { says, by: `${file}: ${by}` };
        } else if (!isKilled(mutant)) {
          const { tried, says: before } = results[key] ?? {};
          const count = left[file]?.[cold === true ? 'cold' : 'warm'][String(id)]?.length ?? 0;
          results[key] = {
            says: says === 'survived' || before === 'survived' ? 'survived' : 'unreached',
            tried: { ...(Array.isArray(tried) ? {} : tried), [triedAs(file, cold ?? false)]: count },
          };
        }
      }
      writeFileSync(resultsPath, JSON.stringify(results));
      return lines;
    };
    const taking = setInterval(take, 20_000);
    const stoodStill = await runVitest(sandbox, { mode: 'try', sources, out, tests: left, apart }, name);
    clearInterval(taking);
    const lines = take();
    const last = lines.at(-1);
    const begun = lines.findLast(
      ({ says, file, mutant, cold }) => says === 'begin' && !done.has(`${file} ${mutant} ${cold ?? false}`),
    );
    if (begun?.mutant !== undefined) {
      const times = (spoilt.get(`${begun.mutant}`) ?? 0) + 1;
      spoilt.set(`${begun.mutant}`, times);
      const mutant = ids.get(begun.mutant);
      if (mutant !== undefined && (stoodStill || times > 1)) {
        results[keyOf(mutant)] = {
          says: 'timeout',
          by: `${begun.file}: ${stoodStill ? 'it stood still' : 'the process ended'}`,
        };
        dead.add(String(begun.mutant));
      }
    } else if (last === undefined || last.says === 'alive' || last.says === 'unusable') {
      // The first file, or the one after the last, cannot be run at all.
      const first = last?.file ?? Object.keys(left)[0] ?? '';
      done.add(first);
      say(`${name}: ${first} cannot be run`);
    }
    const rest: Plan = {};
    const keep = (file: string, cold: boolean, of: Plan[string]['warm']): Plan[string]['warm'] =>
      Object.fromEntries(Object.entries(of).filter(([id]) => !dead.has(id) && !done.has(`${file} ${id} ${cold}`)));
    for (const [file, { warm, cold }] of Object.entries(left)) {
      if (done.has(file)) continue;
      const kept = { warm: keep(file, false, warm), cold: keep(file, true, cold) };
      if (Object.keys(kept.warm).length + Object.keys(kept.cold).length > 0) rest[file] = kept;
    }
    // Without an end of the process all has been tried.
    left =
      begun === undefined && last?.says === 'done' && round > 0 && Object.keys(rest).length === Object.keys(left).length
        ? {}
        : rest;
    writeFileSync(resultsPath, JSON.stringify(results));
    say(
      `${name}: ${mutants.filter(isKilled).length} killed, ${Object.keys(left).length} test files left${stoodStill ? ', stood still' : ''}`,
    );
  }
}

if (!values['report-only']) {
  for (const depth of values.quick ? ([1] as const) : ([1, 2] as const)) {
    for (const apart of [false, true]) {
      const alive = mutants.filter((mutant) => !isKilled(mutant));
      const files = new Map([...reached].filter(([file]) => isApart(file) === apart));
      // Some processes, each with its own source files.
      const sizes = Array.from({ length: Number(values.processes) }, () => 0);
      const shardOf = new Map<string, number>();
      for (const source of sources) {
        const shard = sizes.indexOf(Math.min(...sizes));
        sizes[shard] = (sizes[shard] ?? 0) + alive.filter((mutant) => mutant.source === source).length;
        shardOf.set(source, shard);
      }
      await Promise.all(
        sizes.map((_size, shard) => {
          const mine = alive.filter(({ source }) => shardOf.get(source) === shard);
          const wasTried = (mutant: Mutant, file: string, cold: boolean, count: number): boolean =>
            (results[keyOf(mutant)]?.tried?.[triedAs(file, cold)] ?? -1) >= count;
          const isUnreached = (mutant: Mutant): boolean => results[keyOf(mutant)]?.says === 'unreached';
          const plan = planOf(mine, files, sources, atLoad, depth, wasTried, isUnreached);
          return tryAll(plan, apart, `${apart ? 'apart' : 'quick'}-${depth}-${shard}`);
        }),
      );
    }
  }
}

const rows = sources.map((source) => {
  const own = mutants.filter((mutant) => mutant.source === source);
  const count = (...says: (string | undefined)[]): number =>
    own.filter((mutant) => says.includes(results[keyOf(mutant)]?.says)).length;
  const [killed, timeout, survived] = [count('killed'), count('timeout'), count('survived')];
  const score = own.length === 0 ? 100 : (100 * (killed + timeout)) / own.length;
  return { source, mutants: own.length, killed, timeout, survived, unreached: count('unreached', undefined), score };
});
console.log('| file | mutants | killed | timeout | survived | no coverage | score |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const { source, score, ...row } of rows)
  console.log(`| ${[source, ...Object.values(row), score.toFixed(1)].join(' | ')} |`);
if (values.show) {
  for (const mutant of mutants) {
    if (isKilled(mutant)) continue;
    const { source, line, kind, was, becomes } = mutant;
    const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 160);
    console.log(
      `${source}:${line} ${results[keyOf(mutant)]?.says ?? 'no coverage'} ${kind}\n  - ${short(was)}\n  + ${short(becomes)}`,
    );
  }
}
if (rows.some(({ score }) => score < 92)) process.exitCode = 1;
