import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Fields of a lock that differ from the defaults. */
export interface GivenLock {
  readonly token?: string;
  readonly host?: string;
  readonly pid?: number;
  readonly system?: string;
  readonly thread?: number;
  readonly start?: number;
}

const TOKEN = '00112233445566778899aabbccddeeff';

/** The id of the system start, and the namespaces of this process. */
export const [BOOT, PIDS, TIMES] = [
  readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  readlinkSync('/proc/self/ns/pid'),
  readlinkSync('/proc/self/ns/time'),
] as const;

/** A dead process of this host, system start and namespaces: no process can have its id. */
export const HERE: Required<Omit<GivenLock, 'token'>> = {
  host: hostname(),
  pid: 4_194_305,
  system: `${BOOT} ${PIDS} ${TIMES}`,
  thread: 4_194_305,
  start: 4,
};

/** The start time of a process, from /proc. */
export function startOf(pid: number): number {
  return Number(/.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]?.split(' ')[19]);
}

/** The text of a lock file of another process. */
export function lockText(given: GivenLock = {}): string {
  const { token = TOKEN, host, pid, system, thread, start } = { ...HERE, ...given };
  const owner = `"host":"${host}","pid":${pid},"system":"${system}","thread":${thread},"start":${start}`;
  return `{"lock":1,"token":"${token}",${owner},"since":"2026-11-22T14:00:00Z"}\n`;
}

export function giveLock(lock: string, given: GivenLock = {}): void {
  writeFileSync(lock, lockText(given));
}
