import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemCode } from '../../errors/system-code.js';

/** True on systems where process numbers mean something only together with a namespace. */
const HAS_NAMESPACES: boolean = process.platform === 'linux' || process.platform === 'android';

/** The owner of a lock: a thread of a process. Fields that the system does not tell are absent. */
export interface Owner {
  readonly host: string;
  /** The start of the system. */
  readonly boot?: string | undefined;
  /** The namespaces in which the numbers of processes and their times of start are meant. */
  readonly space?: string | undefined;
  readonly pid: number;
  /** The system's number of the thread. */
  readonly thread?: number | undefined;
  /** When the thread began, in the system's own count: two that had one number differ in it. */
  readonly start?: number | undefined;
}

/** The state of an owner, as far as can be told from here. */
export type Life = 'alive' | 'dead' | 'unknown';

let own: Owner | undefined;

/** The thread that asks. */
export function thisOwner(): Owner {
  own ??= ownerNow();
  return own;
}

/**
 * Tells whether an owner is alive: of the same host, system start and namespaces by its process and the time of its
 * start, of any other nothing is known. Machines that were copied while they ran are taken for one.
 */
export function lifeOf(owner: Owner, me: Owner): Life {
  if (!isHere(owner, me)) return 'unknown';
  if (!hasProcess(owner.pid)) return 'dead';
  const { thread, start } = owner;
  if (thread === undefined || start === undefined || me.start === undefined) return 'unknown';
  const task = taskAt(`/proc/${owner.pid}/task/${thread}/stat`);
  if (task !== undefined) return task.hasEnded || task.start !== start ? 'dead' : 'alive';
  // The thread has ended, unless the processes of other users are hidden.
  return existsSync(`/proc/${owner.pid}/stat`) ? 'dead' : 'unknown';
}

function isHere(owner: Owner, me: Owner): boolean {
  if (owner.host !== me.host || owner.boot !== me.boot || owner.space !== me.space) return false;
  return !HAS_NAMESPACES || (me.boot !== undefined && me.space !== undefined);
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

interface Task {
  readonly start: number;
  /** It only waits to be noticed by the process that has started it. */
  readonly hasEnded: boolean;
}

/** Reads what the system says of a thread; `undefined` for one that it does not show. */
function taskAt(file: string): Task | undefined {
  const text = known(() => readFileSync(file, 'latin1'));
  if (text === undefined) return undefined;
  // Before the last parenthesis stands the name of the program, with whatever is in it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', start] = [fields[0], Number(fields[19])];
  return Number.isSafeInteger(start) ? { start, hasEnded: 'ZXx'.includes(state) } : undefined;
}

function ownerNow(): Owner {
  const owner = {
    host:
      hostname()
        .replaceAll(/[^\w.-]/g, '_')
        .slice(0, 255) || 'localhost',
    pid: process.pid,
  };
  if (!HAS_NAMESPACES) return owner;
  const boot = known(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
  const pids = known(() => readlinkSync('/proc/self/ns/pid'));
  // The start of a process is shown otherwise in another one of these.
  const times = known(() => readlinkSync('/proc/self/ns/time'));
  const place = { ...owner, boot, space: pids === undefined ? undefined : `${pids} ${times ?? ''}`.trim() };
  // A process in a new namespace may still see the processes of the old one there.
  if (known(() => readlinkSync('/proc/self')) !== String(process.pid)) return place;
  const thread = Number(
    known(() => readlinkSync('/proc/thread-self'))
      ?.split('/')
      .at(-1),
  );
  const start = taskAt('/proc/thread-self/stat')?.start;
  return Number.isSafeInteger(thread) ? { ...place, thread, start } : place;
}

function known<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
