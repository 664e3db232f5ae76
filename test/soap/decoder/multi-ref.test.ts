import { expect, it } from 'vitest';
import { isReference } from '../../../src/soap/decoder/multi-refs.js';
import { XSI } from '../../../src/soap/decoder/names.js';
import { parseStartTag } from '../../../src/xml/start-tag.js';
import { Scope } from '../../../src/xml/tag.js';

it.each([
  ['<m href="#a"/>', true],
  ['<m id="b" href="#a"/>', true],
  ['<m href="#a" xsi:nil="false"/>', true],
  // With content that has to be looked at.
  ['<m href="#a">', false],
  ['<m href="#a" xsi:nil="true"/>', false],
  ['<m id="b"/>', false],
  ['<m/>', false],
  ['<m>', false],
])('an element is nothing but a reference to another one: %s %s', (raw, expected) => {
  const { scope } = parseStartTag(`<r xmlns:xsi="${XSI}">`, 0, Scope.root(), 10);
  expect(isReference(parseStartTag(raw, 0, scope, 10))).toBe(expected);
});
