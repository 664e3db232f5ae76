import { NUMBERS } from '../envelopes.js';
import { full, type Hostile } from './document.js';
import { generatedHostile, generatedNamed } from './generated.js';
import { MARKUP } from './markup.js';
import { TEXTS } from './texts.js';
import { VALUES } from './values.js';

/** Every kind of hostile document. */
export const HOSTILE: readonly Hostile[] = [...MARKUP, ...TEXTS, ...VALUES];

/** Number of generated kinds that are the same in every run. */
const FIXED = 40;

/** Generated kinds: a fixed set, and additional ones for the seed of the run. */
export function generatedKinds(more: number, seed: number): readonly Hostile[] {
  const fixed = Array.from({ length: FIXED }, (_, index) => generatedHostile(index + 1));
  return [...fixed, ...Array.from({ length: more }, (_, index) => generatedHostile(seed + index))];
}

/** Returns a kind by its name. */
export function hostileNamed(name: string): Hostile | undefined {
  return HOSTILE.find((kind) => kind.name === name) ?? generatedNamed(name);
}

/** A valid document: records in the form of PHP. */
export const HONEST: Hostile = full(
  'honest records',
  NUMBERS,
  (index) =>
    `<item xsi:type="ns1:Number"><number xsi:type="xsd:string">48500${100_000 + index}</number>` +
    `<name xsi:type="xsd:string">Name ${index}</name><id_group xsi:type="xsd:int">${index % 7}</id_group></item>`,
);
