import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** What a lock says, where a test does not say otherwise. */
export interface GivenLock {
  readonly token?: string;
  readonly host?: string;
  readonly boot?: string;
  readonly space?: string;
  readonly pid?: number;
  readonly thread?: number;
  readonly start?: number;
  readonly beat?: number;
}

const TOKEN = '00112233445566778899aabbccddeeff';

/** Of this host, start of the system and namespaces: a process that is no more, by a number that none can have. */
export const HERE: Required<Omit<GivenLock, 'token' | 'beat'>> = {
  host: hostname(),
  boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  space: `${readlinkSync('/proc/self/ns/pid')} ${readlinkSync('/proc/self/ns/time')}`,
  pid: 4_194_305,
  thread: 4_194_305,
  start: 4,
};

/** When the system says that a process has begun. */
export function startOf(pid: number): number {
  return Number(/.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]?.split(' ')[19]);
}

/** A lock as another process may have written it. */
export function lockText(given: GivenLock = {}): string {
  const { token = TOKEN, host, boot, space, pid, thread, start, beat = 0 } = { ...HERE, ...given };
  const owner = `"host":"${host}","boot":"${boot}","space":"${space}","pid":${pid},"thread":${thread},"start":${start}`;
  return `{"lock":1,"token":"${token}",${owner},"since":"2026-11-22T14:00:00Z","beat":${beat}           }\n`;
}

export function giveLock(lock: string, given: GivenLock = {}): void {
  writeFileSync(lock, lockText(given));
}
