import { Scope } from '../../xml/tag.js';

/** Responses of one service repeat a few dozen tags; many more are a sign of strange ones, which are let go. */
const MAX_CACHED_TAGS = 512;

/**
 * The outermost scope of all responses of a connection, in which their tags are cached: parsing a tag for the first
 * time costs several times what it costs to recognise it.
 */
export class TagScope {
  #scope = Scope.root();

  /** The scope for the next document. */
  get scope(): Scope {
    if (this.#scope.size > MAX_CACHED_TAGS) this.#scope = Scope.root();
    return this.#scope;
  }
}
