import { disagreements } from '../agreement.js';
import { VARIANTS, verdictOnResponse } from '../decoding.js';
import { NUMBERS, withTargets } from '../envelopes.js';
import type { Kind } from '../kind.js';
import { Random } from '../random.js';

const NAMES = ['number', 'name', 'id_group', 'zz', 'Number'] as const;
const ATTRIBUTES = [
  ...Array.from({ length: 6 }, () => ''),
  ...[' a="1"', ' ż="1"', ' b=">"', " c='2'", ' xmlns:q="u"', ' xsi:type="xsd:string"', ' xsi:nil="1"'],
  ...[' xsi:nil="0"', ' SOAP-ENC:position="[3]"', ' SOAP-ENC:root="0"'],
] as const;
const TEXTS = [
  '1',
  ...['7', 'N', '', ' ', '48500100200', 'ż', '&lt;', '<![CDATA[x]]>', '<!-- c -->1', ']]>', '😀'],
] as const;
const TOKENS = ['<', '>', '"', '&', ' ', '/', '<a>', '</a>', '<a/>', 'x', '\n', '='] as const;
const LIMITS = [{}, {}, {}, { maxReferences: 30 }, { maxDepth: 7 }, { maxAttributes: 3 }] as const;

/**
 * Long lists of similar records and references, for which the optimisations are made. Then a letter, a token or a
 * part of them is changed. All ways of decoding must agree.
 */
export function alike(): Kind {
  return {
    name: 'alike',
    run: (seed) => {
      const random = new Random(seed);
      const document = Buffer.from(damaged(made(random), random), 'utf8');
      const limits = random.pick(LIMITS);
      const verdicts = VARIANTS.map(({ name, settings }) => {
        return { name, verdict: verdictOnResponse('soap_GetNumbers', document, { ...limits, ...settings }) };
      });
      return { outcome: verdicts[0]?.verdict.kind ?? 'none', failures: disagreements(verdicts) };
    },
  };
}

function made(random: Random): string {
  const ids = random.pick([3, 20, 60]);
  const forms = several(random, () => item(random, ids));
  const items = Array.from({ length: random.pick([3, 12, 40]) }, (_, index) => {
    const space = random.pick(['', '', '\n']);
    return space + again(random.pick(forms), index, () => (random.chance(0.98) ? random.below(ids) : 'none'));
  });
  const targets = several(random, () => target(random));
  const texts = Array.from({ length: ids }, (_, index) => random.pick(targets)(index, (index * 7) % ids));
  const { before, after } = withTargets(NUMBERS, texts.join(''));
  return before + items.join('') + after;
}

/** Creates one to three parts. */
function several<T>(random: Random, make: () => T): readonly [T, ...T[]] {
  return [make(), ...Array.from({ length: random.pick([0, 0, 1, 2]) }, make)];
}

function item(random: Random, ids: number): string {
  const fields = NAMES.filter(() => random.chance(0.5)).map((name) => field(random, name, ids));
  const own = random.chance(0.25) ? ' id="own0"' : '';
  const attributes = random.pick(ATTRIBUTES);
  if (random.chance(0.15)) return `<item${own}${attributes}/>`;
  if (random.chance(0.15)) return `<item${own} href="#i${random.below(ids)}"/>`;
  return `<item${attributes}${own}>${fields.join(random.pick(['', '', '\n']))}</item>`;
}

function field(random: Random, name: string, ids: number): string {
  const attributes = random.pick(ATTRIBUTES);
  const href = `href="#i${random.below(ids)}"`;
  return random.pick([
    () => `<${name}${attributes}>${random.pick(TEXTS)}</${name}>`,
    () => `<${name} ${href}${attributes}/>`,
    () => `<${name}${attributes} ${href}/>`,
    () => `<${name} ${href}>${random.pick(['', ' ', 'x', '<y/>'])}</${name}>`,
    () => `<${name}${attributes}/>`,
    () => `<${name}${attributes} id="own0">${random.pick(TEXTS)}</${name}>`,
  ])();
}

/** A record of the same form with different references, ids and texts. */
function again(form: string, index: number, id: () => number | string): string {
  return form
    .replace(/#i\d+/g, () => `#i${id()}`)
    .replace(/>1</g, `>${index}<`)
    .replace(/id="own0"/, `id="own${index}"`);
}

type Target = (id: number, other: number) => string;

function target(random: Random): Target {
  const attributes = random.pick(ATTRIBUTES);
  const text = random.pick(TEXTS);
  return random.pick<Target>([
    (id) => `<m id="i${id}">${id}</m>`,
    (id) => `<m id="i${id}"${attributes}>${text}</m>`,
    (id) => `<m id="i${id}" href="#i${id + 1}"${attributes}/>`,
    (id) => `<m href="#i${id + 1}" id="i${id}"/>`,
    (id) => `<m id="i${id}" href="#i${id + 1}">x</m>`,
    (id) => `<m id="i${id}"><number>${id}</number></m>`,
    (id, other) => `<m id="i${id}"><number href="#i${other}"/></m>`,
    (id) => `<m id="i${id}"${attributes}/>`,
    (id) => `<x><m id="i${id}">${id}</m></x>`,
  ]);
}

function damaged(document: string, random: Random): string {
  let text = document;
  for (let count = random.pick([0, 0, 1, 1, 2]); count > 0; count--) {
    const start = random.below(text.length);
    const [before, after] = [text.slice(0, start), text.slice(start)];
    const length = random.pick([1, 1, 5, 40]);
    text = random.pick([
      before + after.slice(length),
      before + after.slice(0, length) + after,
      before + random.pick(TOKENS) + after,
    ]);
  }
  return text;
}
