/**
 * A program of its own, run by hostile-recordings.test.ts: it takes a folder over, and prints how many bytes of memory
 * the process needed at its most.
 */
import { importRecordings } from '../../../src/replay/index.js';

const [from = '', to = ''] = process.argv.slice(2);
try {
  await importRecordings(from, { to });
} catch {
  // What is refused costs something, too.
}
console.log(process.resourceUsage().maxRSS * 1024);
