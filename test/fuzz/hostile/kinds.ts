import { NUMBERS } from '../envelopes.js';
import { full, type Hostile } from './document.js';
import { MARKUP } from './markup.js';
import { TEXTS } from './texts.js';
import { VALUES } from './values.js';

/** Every kind of hostile document. */
export const HOSTILE: readonly Hostile[] = [...MARKUP, ...TEXTS, ...VALUES];

/** What a server means no harm with: records as PHP writes them. */
export const HONEST: Hostile = full(
  'honest records',
  NUMBERS,
  (index) =>
    `<item xsi:type="ns1:Number"><number xsi:type="xsd:string">48500${100_000 + index}</number>` +
    `<name xsi:type="xsd:string">Name ${index}</name><id_group xsi:type="xsd:int">${index % 7}</id_group></item>`,
);
