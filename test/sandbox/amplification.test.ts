import { describe, expect, it } from 'vitest';
import { run } from '../support/run.js';

describe('a request below 1 MB', () => {
  it('does not exhaust a heap of 128 MB over SOAP', async () => {
    const { code, output } = await run(process.execPath, [
      '--max-old-space-size=128',
      '--import',
      'tsx',
      'test/sandbox/small-heap.ts',
    ]);
    expect(code, output.slice(0, 2000)).toBe(0);
    expect(JSON.parse(output)).toEqual({
      'a param that stands 400 times': '12',
      'four params that stand 10,000 times each': '12',
      'one text of 900 kB, personalised for 100': '12',
      'one param of 900 kB, referred to by 100': expect.stringContaining(
        'references that repeat more than 904067 bytes',
      ),
      'placeholders that become nothing, 100 times 180,000': '12',
      'a number with 900,000 spaces': '40',
      'a binary message of 900 kB': '12',
      'the longest text to 44,000': '0',
      'all of them in the history': '19',
      'all of them by their ids': '19',
      'one of them, asked for 50,000 times': '0',
      // 20,000,000 / 153, rounded up.
      'the parts of 20,000,000 letters': '130719',
    });
  });

  it('does not exhaust it over HTTP', async () => {
    const { code, output } = await run(process.execPath, [
      '--max-old-space-size=128',
      '--import',
      'tsx',
      'test/sandbox/small-heap-http.ts',
    ]);
    expect(code, output.slice(0, 2000)).toBe(0);
    const tooMany = '{"error":19';
    expect(JSON.parse(output)).toEqual({
      'the longest text to 90,000, with details': tooMany,
      'the longest text to 18,000, with details': '{"count":18000',
      'quotation marks to 11,000, with details': tooMany,
      'quotation marks to 10,000, with details': '{"count":10000',
      'Polish letters to 90,000, with details': tooMany,
      'Polish letters to 21,000, with details': '{"count":21000',
      'a short text to 90,000, with details': '{"count":90000',
      'the longest text to 90,000, as JSON': '{"count":90000',
      'the longest text to 90,000, as text': 'OK',
      'a text of its own for each of 90,000': 'ERROR:19',
      'a text of its own for each of 20,000': 'OK',
      'a spoken text of 900 kB to 5,000': tooMany,
      'an MMS of 900 kB to 5,000': '{"error":21',
    });
  }, 60_000);
});
