import { describe, expect, it } from 'vitest';
import { type Refusal, reportRun } from '../../../src/address-book/index.js';
import { person, sidesOfTests } from '../live/two-sides.js';

const sides = sidesOfTests();
const NO_NUMBER = { number: 'no number', name: 'x' };

async function report() {
  const refused: Refusal[] = [];
  const told = await reportRun({ plan: sides.file, onRefused: (one) => refused.push(one) });
  return { ...told, told: refused };
}

describe('the report on a plan of which the rest was planned anew', () => {
  it('has the groups of all plans, each once, and what the first was refused', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1), person(2)] }, { name: 'B' }]);
    await sides.plan();
    const id = sides.groupId('old', 'A');
    await sides.from.addNumber({ groupId: id, ...person(4) });
    sides.sandbox.failNext('soap_AddNumber', { result: 13 });
    // What was refused is not at the source any more when the rest is planned.
    const to = sides.meddled(2, () => sides.from.delNumber({ groupId: id, number: person(1).number }));
    const run = () => sides.apply({ to, acceptChanges: true, concurrency: 1 });
    const result = { status: 'rejects', done: 4, rejected: 1, total: 5 };
    expect(await run()).toEqual(result);
    expect(await report()).toEqual({
      of: 'migration',
      groups: [
        { group: 'A', state: 'made', numbers: { done: 2, refused: 1, left: 0 } },
        { group: 'B', state: 'made', numbers: { done: 0, refused: 0, left: 0 } },
      ],
      groupsDone: 2,
      numbers: { done: 2, refused: 1, left: 0 },
      refused: 1,
      told: [{ line: 5, group: 'A', number: '48500100201', code: 13, meaning: 'no correct telephone number' }],
    });
    // The same run once more, as after a kill.
    expect(await run()).toEqual(result);
  });

  it('counts what is refused by two plans once, with its place in the last one', async () => {
    sides.accounts([{ name: 'A', numbers: [NO_NUMBER, person(1)] }]);
    await sides.plan();
    await sides.from.addNumber({ groupId: sides.groupId('old', 'A'), ...person(4) });
    expect(await sides.apply({ acceptChanges: true })).toMatchObject({ status: 'rejects', done: 3, rejected: 1 });
    const places = sides.events.flatMap((event) => (event.type === 'rejected' ? [[event.plan, event.line]] : []));
    expect(places).toEqual([
      [undefined, 5],
      [`${sides.file}.2`, 5],
    ]);
    const { refused, told, groups } = await report();
    expect({ refused, told: told.map(({ plan, number }) => [plan, number]) }).toEqual({
      refused: 1,
      told: [[`${sides.file}.2`, 'no number']],
    });
    expect(groups).toEqual([{ group: 'A', state: 'made', numbers: { done: 2, refused: 1, left: 0 } }]);
  });

  it('does not have what a later plan has carried out as refused, nor what is wanted no more as left', async () => {
    sides.accounts([
      { name: 'A', numbers: [person(1)] },
      { name: 'B', numbers: [person(2)] },
    ]);
    await sides.plan();
    await sides.from.addNumber({ groupId: sides.groupId('old', 'A'), ...person(4) });
    await sides.from.delGroup(sides.groupId('old', 'B'));
    sides.sandbox.failNext('soap_AddGroup', { result: 4111 });
    expect(await sides.apply({ acceptChanges: true })).toMatchObject({
      status: 'done',
      done: 3,
      rejected: 0,
      total: 3,
    });
    expect(await report()).toMatchObject({
      groups: [{ group: 'A', state: 'made', numbers: { done: 2, refused: 0, left: 0 } }],
      refused: 0,
      told: [],
    });
  });
});
