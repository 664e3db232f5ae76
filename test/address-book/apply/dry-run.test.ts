import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  array,
  asyncProperty,
  assert as checkProperty,
  constantFrom,
  integer,
  option,
  record,
  tuple,
} from 'fast-check';
import { expect, it } from 'vitest';
import {
  applyPlan,
  importAddressBook,
  type PlanEvent,
  type PlanResult,
  planDedupe,
  planEdits,
  planMigration,
  planRemoval,
} from '../../../src/address-book/index.js';
import type { SmsServiceClient } from '../../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { twoClients } from '../two-accounts.js';

const NUMBERS = ['48500100201', '48500100202', '48500100203'] as const;
const GROUPS = ['A', 'B', 'C'] as const;

const contact = record({ number: constantFrom(...NUMBERS), name: constantFrom('', 'Ala', 'Ola') });
const book = array(record({ name: constantFrom(...GROUPS), numbers: array(contact, { maxLength: 4 }) }), {
  maxLength: 4,
});
/** What others do between the plan and its application. */
const change = record({
  side: constantFrom('from', 'to'),
  what: constantFrom('add-number', 'del-number', 'add-group', 'del-group'),
  at: integer({ min: 0, max: 9 }),
});

interface Scene {
  readonly sandbox: Sandbox;
  readonly from: SmsServiceClient;
  readonly to: SmsServiceClient;
  readonly at: (name: string) => string;
}

type Book = readonly { readonly name: string; readonly numbers: readonly object[] }[];
type Change = typeof change extends { generate(...args: never): { readonly value: infer T } } ? T : never;

interface ApplyOptions {
  readonly dryRun: boolean;
  readonly onEvent?: (event: PlanEvent) => void;
}

/** How a plan is created and applied. */
interface Kind {
  readonly create: (scene: Scene, choice: number) => Promise<void>;
  readonly apply: (scene: Scene, options: ApplyOptions) => Promise<PlanResult>;
}

const CSV = 'group,number,name\nA,48500100201,Ala\nA,48500100202,\nC,48500100203,Ola\n';
/** The order of requests is that of the plan, and all of them are shown. */
const APPLYING = { settleMs: 1, concurrency: 1, ifChanged: 'skip' } as const;

const applyTo = ({ from, to, at }: Scene, options: ApplyOptions): Promise<PlanResult> =>
  applyPlan({ from, to, plan: at('plan'), ...APPLYING, ...options });

const KINDS: Readonly<Record<string, Kind>> = {
  copy: {
    create: async ({ from, to, at }) => {
      await planMigration({ from, to, out: at('plan') });
    },
    apply: applyTo,
  },
  import: {
    create: async ({ to, at }) => {
      writeFileSync(at('in.csv'), CSV);
      await importAddressBook({ file: at('in.csv'), to, plan: at('plan'), dryRun: true });
    },
    apply: ({ to, at }, options) =>
      importAddressBook({ file: at('in.csv'), to, plan: at('plan'), ...APPLYING, ...options }),
  },
  removal: {
    create: async ({ from, to, at }) => {
      await planMigration({ from, to, out: at('copy') });
      await applyPlan({ from, to, plan: at('copy'), settleMs: 1 });
      await planRemoval({ from, to, plan: at('copy'), out: at('plan'), accept: ['name', 'info', 'duplicate'] });
    },
    apply: applyTo,
  },
  dedupe: {
    create: async ({ to, at }, choice) => {
      await planDedupe({ to, out: at('plan'), accept: choice % 2 === 0 ? ['name'] : [] });
    },
    apply: applyTo,
  },
  edit: {
    create: async ({ to, at }, choice) => {
      const [group] = await to.getGroups();
      const edit = { number: NUMBERS[choice % 3] as string, ...(choice % 2 === 0 ? {} : { name: 'Ewa' }) };
      await planEdits({ to, out: at('plan'), groupId: group?.id ?? 0, edits: [edit] });
    },
    apply: applyTo,
  },
};

/** The content of both accounts. */
const booksOf = ({ sandbox }: Scene): unknown =>
  ['old', 'new'].map((username) =>
    (sandbox.account(username)?.groups ?? []).map(({ id, name, info, numbers }) => ({
      ...{ id, name, info },
      numbers: numbers.map(({ number, name: own }) => `${number} ${own}`),
    })),
  );

async function disturb(scene: Scene, changes: readonly Change[]): Promise<void> {
  for (const { side, what, at } of changes) {
    const client = scene[side];
    const groups = await client.getGroups();
    const group = groups[at % Math.max(groups.length, 1)];
    const number = NUMBERS[at % NUMBERS.length] as string;
    const act = async (): Promise<unknown> => {
      if (what === 'add-group') return client.addGroup({ name: `${GROUPS[at % GROUPS.length]}` });
      if (group === undefined) return undefined;
      if (what === 'del-group') return client.delGroup(group.id);
      if (what === 'add-number') return client.addNumber({ groupId: group.id, number, name: 'Ela' });
      return client.delNumber({ groupId: group.id, number });
    };
    // A request that the gateway refuses has changed nothing.
    await act().catch(() => undefined);
  }
}

/** The events of steps, in the order of the plan: a run emits them when the gateway has responded. */
const stepsOf = (events: readonly PlanEvent[]): readonly PlanEvent[] =>
  events.flatMap((event) => ('line' in event ? [event] : [])).sort((one, other) => one.line - other.line);

it.each(Object.keys(KINDS))(
  'a dry run of a plan changes nothing, and shows what a run does: %s',
  { timeout: 60_000 },
  async (name) => {
    const { create, apply } = KINDS[name] as Kind;
    const statuses = new Set<string>();
    const scenes = tuple(
      book,
      book,
      array(change, { maxLength: 2 }),
      integer({ min: 0, max: 11 }),
      option(integer({ max: 4, min: 1 })),
    );
    const property = asyncProperty(scenes, async ([old, other, changes, choice, limit]) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'dry-run-'));
      const accounts = [
        { username: 'old', password: 'p', groups: withoutTwins(old) },
        { username: 'new', password: 'p', groups: withoutTwins(other) },
      ];
      const sandbox = createSandbox({ accounts } as never);
      const [from, to] = twoClients(sandbox);
      const scene: Scene = { sandbox, from, to, at: (file) => path.join(folder, file) };
      try {
        await create(scene, choice).catch(() => undefined);
        if (!existsSync(scene.at('plan'))) return;
        await disturb(scene, changes);
        // Some plans were begun before.
        if (limit !== null) {
          for (let calls = 1; calls < limit; calls++) sandbox.failNext('soap_AddNumber', { delayMs: 1 });
          sandbox.failNext('soap_AddNumber', { result: 103 });
          await apply(scene, { dryRun: false });
          sandbox.clearFailures();
        }
        const [before, files] = [booksOf(scene), readdirSync(folder)];
        const [shown, done]: [PlanEvent[], PlanEvent[]] = [[], []];
        const dry = await apply(scene, { dryRun: true, onEvent: (event) => shown.push(event) });
        expect(booksOf(scene)).toEqual(before);
        // An import is planned again.
        if (name !== 'import') expect(readdirSync(folder)).toEqual(files);
        const run = await apply(scene, { dryRun: false, onEvent: (event) => done.push(event) });
        statuses.add(run.status);
        expect(stepsOf(done)).toEqual(stepsOf(shown));
        expect([run.status, run.total, run.skipped, run.changes]).toEqual([
          dry.status,
          dry.total,
          dry.skipped,
          dry.changes,
        ]);
        if (run.status === 'done') expect(run.done).toBe(run.total);
        else if (run.status === 'changed') expect(run.done + run.failed).toBe(run.total - run.skipped);
        if (stepsOf(shown).every(({ type }) => type === 'skipped' || type === 'unchanged'))
          expect(booksOf(scene)).toEqual(before);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
    await checkProperty(property, { numRuns: 60 });
    expect(statuses).toContain('done');
  },
);

/** A gateway has each name of a group once. */
function withoutTwins(groups: Book): Book {
  return groups.filter(({ name }, index) => groups.findIndex((group) => group.name === name) === index);
}
