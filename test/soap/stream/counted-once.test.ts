import { expect, it } from 'vitest';
import type { DecodeSettings } from '../../../src/soap/decoder/limits.js';
import { piecesOf } from '../../fuzz/kinds/streams.js';
import { Random } from '../../fuzz/random.js';
import { disagreement, type ListResponse, readStreamed, readWhole } from '../../support/both-readings.js';
import { soapResponse } from '../../support/fake-transport.js';

/** What a document asks for may be limited. */
const LIMITS: readonly (readonly [string, (most: number) => Partial<DecodeSettings>])[] = [
  ['references', (maxReferences) => ({ maxReferences })],
  ['repeated bytes', (bytes) => ({ maxRepeats: { bytes, times: 0 } })],
];
/** None of the documents asks for so much. */
const ENOUGH = 2 ** 17;

/** A response whose records and texts refer to those before them, and some to what comes later. */
function made(random: Random): Buffer {
  let ids = 0;
  let behind = '';
  const [texts, records]: [string[], string[]] = [[], []];
  const text = (): string => (random.chance(0.2) ? 'x'.repeat(random.below(300)) : `${random.below(100)}`);
  const field = (name: string): string => {
    const known = random.pick(texts);
    if (known !== undefined && random.chance(0.4)) return `<${name} href="#${known}"/>`;
    const id = `t${ids++}`;
    if (random.chance(0.1)) {
      behind += `<t id="${id}">${text()}</t>`;
      return `<${name} href="#${id}"/>`;
    }
    if (!random.chance(0.3)) return `<${name}>${text()}</${name}>`;
    texts.push(id);
    return `<${name} id="${id}">${text()}</${name}>`;
  };
  const isForward = random.chance(0.7);
  const item = (): string => {
    const known = random.pick(records);
    if (known !== undefined && random.chance(0.4)) return `<item href="#${known}"/>`;
    const id = `r${ids++}`;
    const content = `${field('name')}<x>${text()}</x>${random.chance(0.3) ? field('y') : ''}`;
    if (isForward && random.chance(0.1)) {
      behind += `<m id="${id}">${content}</m>`;
      return `<item href="#${id}"/>`;
    }
    if (!random.chance(0.3)) return `<item>${content}</item>`;
    records.push(id);
    return `<item id="${id}">${content}</item>`;
  };
  const before = random.chance(0.5) ? field('description') : '';
  const items = Array.from({ length: 1 + random.below(25) }, item).join('');
  const parts = `<result>0</result>${before}<arGroups>${items}</arGroups>${before === '' ? field('description') : ''}`;
  const response = soapResponse('soap_GetGroups', parts);
  return Buffer.from(response.replace('</SOAP-ENV:Body>', () => `${behind}</SOAP-ENV:Body>`));
}

it.each(LIMITS)('a stream counts %s as a whole response does: not one more, and not one less', async (_what, limit) => {
  const differences: string[] = [];
  for (let seed = 1; seed <= 30; seed++) {
    const random = new Random(seed);
    const document = made(random);
    const limited = (most: number): ListResponse => ({
      operation: 'soap_GetGroups',
      part: 'arGroups',
      settings: limit(most),
    });
    let [refused, accepted] = [-1, ENOUGH];
    while (accepted - refused > 1) {
      const most = Math.floor((refused + accepted) / 2);
      if (readWhole(limited(most), document).error === undefined) accepted = most;
      else refused = most;
    }
    expect(accepted).toBeLessThan(ENOUGH);
    for (const one of [limited(accepted), limited(refused)]) {
      const difference = disagreement(
        readWhole(one, document),
        await readStreamed(one, piecesOf(document, random)),
        false,
      );
      if (difference !== undefined) differences.push(`${seed} ${JSON.stringify(one.settings)}: ${difference}`);
    }
  }
  expect(differences).toEqual([]);
});
