import { expect, it } from 'vitest';
import { type Scope, TagScope } from '../../../src/xml/tag.js';
import { TagCache } from '../../../src/xml/tag-cache.js';

/** Lets a scope remember tags until it holds so many, the prefix `xml` included. */
function fill(scope: Scope, size: number): void {
  const cache = new TagCache(10);
  for (let index = scope.size; index < size; index++) cache.find(`<a${index}>`, 0, scope);
  expect(scope.size).toBe(size);
}

it('more than 512 tags are forgotten before the next response', () => {
  const tags = new TagScope();
  const { scope } = tags;
  fill(scope, 512);
  expect(tags.scope).toBe(scope);
  fill(scope, 513);
  expect(tags.scope).not.toBe(scope);
  // Only the prefix xml.
  expect(tags.scope.size).toBe(1);
});
