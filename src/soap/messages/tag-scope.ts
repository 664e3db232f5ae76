import { Scope } from '../../xml/tag.js';

/** The responses of a service repeat a few dozen tags. If the cache exceeds this size, it is cleared. */
const MAX_CACHED_TAGS = 512;

/**
 * The outermost scope of all responses of a service. It caches their tags, because parsing a new tag costs several
 * times as much as recognizing a cached one.
 */
export class TagScope {
  #scope = Scope.root();

  /** The scope for the next document. */
  get scope(): Scope {
    if (this.#scope.size > MAX_CACHED_TAGS) this.#scope = Scope.root();
    return this.#scope;
  }
}
