import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ApplyEvent,
  applyCorrections,
  applyMigration,
  applyRemoval,
  importAddressBook,
  type PlanWarning,
  planCorrections,
  planMigration,
  planRemoval,
  type Refusal,
  reportRun,
} from '../../../src/address-book/index.js';
import { createSandbox, type SandboxGroup } from '../../../src/sandbox/index.js';
import { twoClients } from '../two-accounts.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => path.join(folder, name);
const number = (index: number) => ({ number: `4850010${String(1000 + index)}`, name: `Osoba ${index}` });

function accounts(source: readonly SandboxGroup[], target: readonly SandboxGroup[] = []) {
  const sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups: source },
      { username: 'new', password: 'p', groups: target },
    ],
  });
  const [from, to] = twoClients(sandbox);
  return { sandbox, from, to };
}

describe('a report on a plan', () => {
  it('tells by group what was made, what is refused and why, and what is left, of all runs together', async () => {
    const { sandbox, from, to } = accounts(
      [
        { name: 'VIP', numbers: [number(1), { number: 'no number', name: 'x' }, number(2)] },
        { name: 'Nowa', numbers: [number(3)] },
        { name: 'Zła', numbers: [number(4), number(5)] },
      ],
      [{ name: 'VIP', numbers: [number(1)] }],
    );
    const plan = at('plan');
    await planMigration({ from, to, out: plan });
    const told: ApplyEvent[] = [];
    const onEvent = (event: ApplyEvent): void => void (event.type === 'rejected' && told.push(event));
    sandbox.failNext('soap_AddGroup', { result: 4111 });
    await applyMigration({ plan, from, to, settleMs: 1, onEvent });
    await applyMigration({ plan, from, to, settleMs: 1 });
    const refused: Refusal[] = [];
    const report = await reportRun({ plan, onRefused: (one) => refused.push(one) });
    expect(report).toEqual({
      of: 'migration',
      groups: [
        { group: 'VIP', state: 'there', numbers: { done: 1, refused: 1, left: 0 } },
        { group: 'Nowa', state: 'refused', numbers: { done: 0, refused: 0, left: 1 } },
        { group: 'Zła', state: 'made', numbers: { done: 2, refused: 0, left: 0 } },
      ],
      groupsDone: 1,
      numbers: { done: 3, refused: 1, left: 1 },
      refused: 2,
    });
    expect(refused).toEqual([
      {
        line: 4,
        group: 'VIP',
        number: 'no number',
        code: 13,
        meaning: 'no correct telephone number',
      },
      { line: 6, group: 'Nowa', code: 4111, meaning: 'contacts' },
    ]);
    expect(told).toEqual(refused.map((refusal) => ({ type: 'rejected', ...refusal })));
  });

  it('that has no journal yet leaves all', async () => {
    const { from, to } = accounts([{ name: 'VIP', numbers: [number(1)] }]);
    const plan = at('plan');
    await planMigration({ from, to, out: plan });
    expect(await reportRun({ plan })).toEqual({
      of: 'migration',
      groups: [{ group: 'VIP', state: 'left', numbers: { done: 0, refused: 0, left: 1 } }],
      groupsDone: 0,
      numbers: { done: 0, refused: 0, left: 1 },
      refused: 0,
    });
  });

  it('names a group of a file once, however often the file comes back to it', async () => {
    const { to } = accounts([], [{ name: 'A' }]);
    const rows = ['group,number,name', 'A,48500100201,a', 'B,48500100202,b', 'A,48500100203,c', 'B,48500100204,d'];
    const file = [Buffer.from(rows.join('\n'))];
    const { status } = await importAddressBook({ file: asPieces(file), format: 'csv', to, plan: at('plan') });
    expect(status).toBe('done');
    expect((await reportRun({ plan: at('plan') })).groups).toEqual([
      { group: 'A', state: 'there', numbers: { done: 2, refused: 0, left: 0 } },
      { group: 'B', state: 'made', numbers: { done: 2, refused: 0, left: 0 } },
    ]);
  });

  it('of a removal tells which groups are deleted', async () => {
    const groups = [
      { name: 'A', numbers: [number(1), number(2)] },
      { name: 'B', numbers: [number(3)] },
    ];
    const { sandbox, from, to } = accounts(groups);
    await planMigration({ from, to, out: at('plan') });
    await applyMigration({ plan: at('plan'), from, to });
    await planRemoval({ from, to, plan: at('plan'), out: at('removal') });
    const delGroup = async (id: number): Promise<{ readonly numberCount: number | null }> => {
      const [first] = await from.getGroups();
      if (id === first?.id) sandbox.failNext('soap_DelGroup', { result: 4111 });
      return from.delGroup(id);
    };
    const client = {
      getGroups: (...more: Parameters<typeof from.getGroups>) => from.getGroups(...more),
      streamNumbers: (...more: Parameters<typeof from.streamNumbers>) => from.streamNumbers(...more),
      addGroup: (...more: Parameters<typeof from.addGroup>) => from.addGroup(...more),
      delGroup,
    };
    await applyRemoval({ plan: at('removal'), from: client, to });
    const refused: Refusal[] = [];
    expect(await reportRun({ plan: at('removal'), onRefused: (one) => refused.push(one) })).toEqual({
      of: 'removal',
      groups: [
        { group: 'A', state: 'refused', numbers: { done: 0, refused: 0, left: 2 } },
        { group: 'B', state: 'deleted', numbers: { done: 1, refused: 0, left: 0 } },
      ],
      groupsDone: 1,
      numbers: { done: 1, refused: 0, left: 2 },
      refused: 1,
    });
    expect(refused).toEqual([{ line: 2, group: 'A', code: 4111, meaning: 'contacts' }]);
  });

  it('of corrections tells how many numbers are corrected', async () => {
    const { from } = accounts([{ name: 'A', numbers: [number(1), number(2)] }]);
    const [group] = await from.getGroups();
    const corrections = [{ number: number(1).number }];
    await planCorrections({ client: from, out: at('plan'), groupId: group?.id ?? 0, corrections });
    await applyCorrections({ plan: at('plan'), client: from });
    expect(await reportRun({ plan: at('plan') })).toMatchObject({
      of: 'corrections',
      groups: [{ group: 'A', state: 'there', numbers: { done: 1, refused: 0, left: 0 } }],
    });
  });

  it('takes no other file for a plan, and no other journal for that of the plan', async () => {
    writeFileSync(at('other'), 'something else\n');
    await expect(reportRun({ plan: at('other') })).rejects.toMatchObject({ name: 'ValidationError', path: 'plan' });
    const { from, to } = accounts([{ name: 'VIP' }]);
    await planMigration({ from, to, out: at('plan') });
    const wrong = reportRun({ plan: at('plan'), journal: at('other') });
    await expect(wrong).rejects.toMatchObject({ name: 'ValidationError', path: 'journal' });
  });
});

describe('a warning', () => {
  it('is told of when it is written into the plan, with its kind and its group', async () => {
    const long = 'n'.repeat(33);
    const source = [{ name: 'A' }, { name: long }, { name: 'CC', info: 'i'.repeat(201), numbers: [number(2)] }];
    const { from, to } = accounts(source, [{ name: 'CC', numbers: [number(1)] }]);
    const told: PlanWarning[] = [];
    const { warnings } = await planMigration({ from, to, out: at('plan'), onWarning: (one) => told.push(one) });
    expect(warnings).toBe(told.length);
    expect(told.map(({ kind, group }) => [kind, group])).toEqual([
      ['not-shown', undefined],
      ['name', 'A'],
      ['name', long],
      ['info', 'CC'],
      ['shared', undefined],
    ]);
  });
});

async function* asPieces(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
