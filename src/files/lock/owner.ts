import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemCode } from '../../errors/service-error.js';

/** On these systems a process id is only unique within a namespace. */
const HAS_NAMESPACES: boolean = process.platform === 'linux' || process.platform === 'android';

/** The thread of a process that owns a lock. Fields that the system does not provide are absent. */
export interface Owner {
  readonly host: string;
  readonly pid: number;
  readonly system?: string | undefined;
  readonly thread?: number | undefined;
  /** The start time of the thread in ticks of the system: it distinguishes two threads that had the same id. */
  readonly start?: number | undefined;
}

/** `unknown`: this process cannot see whether the owner is running. */
export type OwnerState = 'alive' | 'dead' | 'unknown';

export function currentOwner(): Owner {
  const owner = { host: hostname().replaceAll(/[^\w.-]/g, '_'), pid: process.pid };
  if (!HAS_NAMESPACES) return owner;
  const system = orUndefined(() => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')} ${orUndefined(() => readlinkSync('/proc/self/ns/time'))}`;
  });
  const self = /^(\d+)\/task\/(\d+)$/.exec(orUndefined(() => readlinkSync('/proc/thread-self')) ?? '');
  // In a new namespace, /proc may still show the processes of the old one.
  if (Number(self?.[1]) !== process.pid) return { ...owner, system };
  const thread = Number(self?.[2]);
  return { ...owner, system, thread, start: startOf(process.pid, thread) };
}

/**
 * Returns the state of an owner. It is known for owners of the same host, system start and namespaces only. A virtual
 * machine that was copied while it ran is taken for the original.
 */
export function ownerState({ host, pid, system, thread, start }: Owner, current: Owner): OwnerState {
  if (host !== current.host || system !== current.system || (HAS_NAMESPACES && system === undefined)) return 'unknown';
  if (!processExists(pid)) return 'dead';
  if (thread === undefined || start === undefined || current.start === undefined) return 'unknown';
  const found = startOf(pid, thread);
  if (found !== undefined) return found === start ? 'alive' : 'dead';
  // The thread has ended, unless /proc hides the processes of other users.
  return existsSync(`/proc/${pid}/stat`) ? 'dead' : 'unknown';
}

function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

function startOf(pid: number, thread: number): number | undefined {
  const text = orUndefined(() => readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1')) ?? '';
  // The program name, which can contain any character, ends at the last parenthesis.
  const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const start = Number(fields[18]);
  if (!Number.isSafeInteger(start)) return undefined;
  return 'ZXx'.includes(state) ? -1 : start;
}

/** Returns a value of the system, or `undefined` if it refuses it with one of these error codes. Default: with any. */
export function orUndefined<T>(read: () => T, codes?: readonly string[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codes?.includes(systemCode(error) ?? '') === false) throw error;
    return undefined;
  }
}
