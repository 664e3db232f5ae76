/** Plans and verifies many numbers; prints the peak of memory in MiB: `million.ts GROUPS NUMBERS`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { planMigration, type ReadingClient, verifyMigration } from '../../src/address-book/index.js';

const [groups = '1', numbers = '1000000'] = process.argv.slice(2);
const perGroup = Number(numbers) / Number(groups);

/** An account whose contacts are created as they are read. */
function account(count: number): ReadingClient {
  return {
    getGroups: async () =>
      Array.from({ length: count }, (_, index) => ({
        id: index + 1,
        name: `Group ${index}`,
        info: '',
        numberCount: perGroup,
      })),
    async *streamNumbers(groupId) {
      for (let index = 0; index < perGroup; index++) {
        yield { number: String(48_500_000_000 + (groupId - 1) * perGroup + index), name: `Person ${index}`, groupId };
      }
    },
  };
}

const folder = mkdtempSync(path.join(tmpdir(), 'million-'));
try {
  const from = account(Number(groups));
  const planned = await planMigration({ from, to: account(0), out: path.join(folder, 'plan') });
  const verified = await verifyMigration({ from, to: account(Number(groups)) });
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(
    JSON.stringify({ added: planned.addNumbers, compared: verified.numbers, isComplete: verified.isComplete, peakMiB }),
  );
} finally {
  rmSync(folder, { recursive: true });
}
