import { cancel } from './account/cancel.js';
import { groups, numbers } from './account/groups.js';
import { history } from './account/history.js';
import { points, senders } from './account/points.js';
import { send } from './account/send.js';
import { diff } from './books/diff.js';
import { restore } from './books/restore.js';
import { convert, merge } from './cassette/convert.js';
import { show } from './cassette/show.js';
import { completionCommand } from './completion.js';
import { dedupeApply, dedupePlan } from './correct/dedupe.js';
import { numbersRemove, numbersRename } from './correct/numbers-change.js';
import { doctor } from './doctor/doctor.js';
import { generate } from './generate/generate.js';
import { apply } from './migration/apply.js';
import { exportCommand } from './migration/export.js';
import { importCommand } from './migration/import.js';
import { plan } from './migration/plan.js';
import { removeApply } from './migration/remove-apply.js';
import { removePlan } from './migration/remove-plan.js';
import { verify } from './migration/verify.js';
import type { Command } from './running/command.js';
import { sync } from './sync/sync.js';
import { callbacks } from './traffic/callbacks.js';
import { check, importCassette, key, redact } from './traffic/cassette.js';
import { record } from './traffic/record.js';
import { replay } from './traffic/replay.js';
import { sandbox } from './traffic/sandbox.js';

/** Commands that have commands below them. */
export const FAMILIES: Readonly<Record<string, string>> = {
  remove: 'delete at the source what was moved',
  dedupe: 'leave numbers once that stand in a group more often',
  cassette: 'look after recorded traffic',
};

const WITHOUT_COMPLETION: readonly Command[] = [
  points,
  senders,
  groups,
  numbers,
  numbersRemove,
  numbersRename,
  send,
  cancel,
  history,
  exportCommand,
  importCommand,
  plan,
  apply,
  verify,
  diff,
  restore,
  sync,
  removePlan,
  removeApply,
  dedupePlan,
  dedupeApply,
  sandbox,
  callbacks,
  record,
  replay,
  show,
  check,
  redact,
  importCassette,
  convert,
  merge,
  key,
  generate,
  doctor,
];

/** The table of commands, in the order in which the help shows them. */
export const COMMANDS: readonly Command[] = [...WITHOUT_COMPLETION, completionCommand(WITHOUT_COMPLETION)];
