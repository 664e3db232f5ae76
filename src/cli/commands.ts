import { cancel } from './account/cancel.js';
import { groups, numbers } from './account/groups.js';
import { history } from './account/history.js';
import { points, senders } from './account/points.js';
import { send } from './account/send.js';
import { apply } from './address-book/apply.js';
import { diff, verify } from './address-book/compare.js';
import { exportCommand } from './address-book/export.js';
import { importCommand } from './address-book/import.js';
import { restore, sync } from './address-book/mirror.js';
import { numbersRemove, numbersRename } from './address-book/numbers.js';
import { dedupe, plan, remove } from './address-book/plans.js';
import { completion } from './completion.js';
import { doctor } from './doctor/doctor.js';
import { generate } from './generate.js';
import type { Command } from './running/command.js';
import { callbacks } from './traffic/callbacks.js';
import { check, importCassette, key, redact } from './traffic/cassette.js';
import { record, replay } from './traffic/recorded.js';
import { sandbox } from './traffic/sandbox.js';

/** The summaries of commands that only contain others. */
export const FAMILIES: Readonly<Record<string, string>> = {
  cassette: 'check and change recorded traffic',
};

/** The table of commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
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
  remove,
  dedupe,
  sandbox,
  callbacks,
  record,
  replay,
  check,
  redact,
  importCassette,
  key,
  generate,
  doctor,
  completion,
];
