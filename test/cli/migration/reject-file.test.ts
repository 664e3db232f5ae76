import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RejectFile } from '../../../src/cli/migration/reject-file.js';
import { Output } from '../../../src/cli/output/output.js';
import { Options } from '../../../src/cli/running/command-options.js';
import { CommandError } from '../../../src/cli/running/failure.js';
import { Interruption } from '../../../src/cli/running/interruption.js';
import { StandardInput } from '../../../src/cli/running/standard-input.js';
import { deviceIn } from '../../support/device.js';
import { openFiles } from '../../support/open-files.js';
import { CommandHere } from '../running/here.js';

const here = new CommandHere();
const FIRST = { line: 3, reason: 'is no number', text: 'Łódź,12' };
const SECOND = { line: 5, reason: 'has no group', text: ',500100200' };
const ROW = '{"line":3,"reason":"is no number","text":"Łódź,12"}\n';
const text = (name = 'rows.rejects'): string => readFileSync(here.at(name), 'utf8');
const others = (): readonly string[] => readdirSync(here.at('.')).filter((name) => name !== 'rows.rejects');

function open({ file = here.at('rows.rejects'), isResumed = false, force = false } = {}): Promise<RejectFile> {
  const interruption = new Interruption();
  const input = new StandardInput(interruption.signal);
  const output = new Output({ isJson: false });
  const options = new Options({ force });
  return RejectFile.open({ args: [], options, environment: {}, input, output, interruption }, file, isResumed);
}

describe('the file of the rows that are not taken', () => {
  it('is made with its first row, for its owner only, and has one in each line', async () => {
    const rejects = await open();
    expect(existsSync(rejects.file)).toBe(false);
    rejects.add(FIRST);
    expect(statSync(rejects.file).mode & 0o777).toBe(0o600);
    expect(text()).toBe(ROW);
    rejects.add(SECOND);
    await rejects.finish();
    expect(rejects.count).toBe(2);
    const [first, second, end] = text().split('\n');
    expect([JSON.parse(first ?? ''), JSON.parse(second ?? ''), end]).toEqual([FIRST, SECOND, '']);
  });

  it('is not made without a row', async () => {
    const rejects = await open();
    await rejects.finish();
    expect([rejects.count, existsSync(rejects.file)]).toEqual([0, false]);
  });

  it.each([
    ['with rows', ROW],
    ['that is empty', ''],
  ])('of an earlier import %s is kept under another name, with its time', async (_what, earlier) => {
    here.write('rows.rejects', earlier);
    const rejects = await open();
    rejects.add(SECOND);
    await rejects.finish();
    expect(JSON.parse(text())).toEqual(SECOND);
    expect(others()).toEqual([expect.stringMatching(/^rows\.rejects\.\d{8}T\d{6}Z$/)]);
    expect(text(others()[0])).toBe(earlier);
  });

  it('of an earlier import makes room, also where this one takes all rows', async () => {
    here.write('rows.rejects', ROW);
    await (await open()).finish();
    expect(existsSync(here.at('rows.rejects'))).toBe(false);
    expect(others()).toHaveLength(1);
  });

  it('of the run that goes on stays, and its rows are counted', async () => {
    here.write('rows.rejects', ROW + ROW);
    const rejects = await open({ isResumed: true });
    expect(rejects.count).toBe(2);
    await rejects.finish();
    expect([text(), others()]).toEqual([ROW + ROW, []]);
  });

  it('has no rows where the run that goes on has had none', async () => {
    expect((await open({ isResumed: true })).count).toBe(0);
  });

  it('is begun anew where the plan of the earlier run is over', async () => {
    here.write('rows.rejects', ROW);
    const rejects = await open({ isResumed: true });
    rejects.beginAnew();
    expect(rejects.count).toBe(0);
    rejects.add(SECOND);
    await rejects.finish();
    expect(rejects.count).toBe(1);
    expect(JSON.parse(text())).toEqual(SECOND);
    expect(others()).toHaveLength(1);
  });

  it.each([
    ['other words', 'mine\n'],
    ['a list', '["line","reason","text"]\n'],
    ['other fields', '{"line":3,"reason":"","texts":""}\n'],
    ['more fields', '{"line":3,"reason":"","text":"","more":1}\n'],
    ['a number', '3\n'],
    ['nothing', 'null\n'],
    ['a text', '"line,reason,text"\n'],
  ])('takes the place of no file with %s, but with --force', async (_what, mine) => {
    const file = here.write('rows.rejects', mine);
    const refused = open();
    await expect(refused).rejects.toThrow(CommandError);
    await expect(refused).rejects.toThrow(`--rejects is there already: ${file}; it is replaced only with --force`);
    expect(text()).toBe(mine);
    const rejects = await open({ force: true });
    rejects.add(FIRST);
    await rejects.finish();
    expect([text(), others()]).toEqual([ROW, []]);
  });

  it('is no link that lies there, and with --force what that leads to stays', async () => {
    writeFileSync(here.at('other'), ROW);
    symlinkSync('other', here.at('rows.rejects'));
    await expect(open()).rejects.toThrow('is there already');
    const rejects = await open({ force: true });
    rejects.add(SECOND);
    await rejects.finish();
    expect(lstatSync(rejects.file).isFile()).toBe(true);
    expect(text('other')).toBe(ROW);
  });

  it('is removed with --force also where this import takes all rows', async () => {
    here.write('rows.rejects', 'mine\n');
    await (await open({ force: true })).finish();
    expect([existsSync(here.at('rows.rejects')), others()]).toEqual([false, []]);
  });

  it('that this run has begun is removed where there is no plan, and no other', async () => {
    const begun = await open();
    begun.add(FIRST);
    await begun.giveUp();
    expect(existsSync(begun.file)).toBe(false);
    here.write('rows.rejects', ROW);
    await (await open()).giveUp();
    expect(text()).toBe(ROW);
  });

  it('that somebody else has removed is given up all the same', async () => {
    const begun = await open();
    begun.add(FIRST);
    rmSync(begun.file);
    await begun.giveUp();
    expect(existsSync(begun.file)).toBe(false);
  });

  it('is made with --force where there was none', async () => {
    const rejects = await open({ force: true });
    rejects.add(FIRST);
    await rejects.finish();
    expect(text()).toBe(ROW);
  });

  it('that cannot be made is named', async () => {
    const file = here.at('none/rows.rejects');
    const rejects = await open({ file });
    expect(() => rejects.add(FIRST)).toThrow(expect.objectContaining({ code: 'ENOENT', path: file }));
  });

  it('cannot be a folder', async () => {
    await expect(open({ file: here.at('.') })).rejects.toThrow('--rejects');
  });
});

describe('rows that are not taken go', () => {
  it.each(['-', '/dev/stdout'])('to the standard output for %s', async (file) => {
    const rejects = await open({ file });
    rejects.add(FIRST);
    rejects.add(SECOND);
    await rejects.finish();
    expect(here.printed.out).toBe(`${ROW}${JSON.stringify(SECOND)}\n`);
    expect(rejects.count).toBe(2);
    await rejects.giveUp();
  });

  it('to a device, of which no earlier row is known', async () => {
    const rejects = await open({ file: deviceIn(here.at('.'), 'null'), isResumed: true });
    expect(rejects.count).toBe(0);
    rejects.add(FIRST);
    await rejects.finish();
  });

  it('to a device that is full, which is said at the end', async () => {
    const device = deviceIn(here.at('.'), 'full');
    const rejects = await open({ file: device });
    rejects.add(FIRST);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(rejects.finish()).rejects.toMatchObject({ code: 'ENOSPC', path: device });
    await rejects.giveUp();
  });

  it('to a device, which is closed where that is given up', async () => {
    const device = deviceIn(here.at('.'), 'null');
    const before = openFiles(device).length;
    const rejects = await open({ file: device });
    expect(openFiles(device)).toHaveLength(before + 1);
    await rejects.giveUp();
    await expect.poll(() => openFiles(device)).toHaveLength(before);
  });
});
