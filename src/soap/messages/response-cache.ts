import type { XmlSource } from '../../xml/source.js';
import { Scope, type StartTag } from '../../xml/start-tag.js';
import { RecordTemplate } from '../decoder/record-pattern.js';
import { Templates } from '../decoder/record-patterns.js';
import type { Message } from './operation.js';

/** Responses of one service repeat a few dozen tags; many more are a sign of strange ones, which are let go. */
const MAX_REMEMBERED_TAGS = 512;

/** What is remembered as a whole: a response of a few fields. Long ones are lists, which remember their records. */
const MAX_ANSWER_LENGTH = 4096;

/** Where the content of a response's wrapper stands in its document. */
export interface Content {
  readonly wrapper: StartTag;
  /** After the wrapper's start tag. */
  readonly start: number;
  /** After its end tag. */
  readonly end: number;
}

/**
 * What a connection remembers of the responses that it got, so that the next ones cost less: the tags, and of each
 * operation the mark-up of whole small responses. In a program that does other things between its calls, the first reading
 * of mark-up costs several times what it costs in a loop.
 */
export class ResponseMemory {
  #scope = Scope.root();
  readonly #responses = new Map<Message<unknown>, Templates<unknown>>();

  /** The outermost scope of documents, in which the tags are remembered. */
  get scope(): Scope {
    if (this.#scope.remembered > MAX_REMEMBERED_TAGS) this.#scope = Scope.root();
    return this.#scope;
  }

  /**
   * Reads a response that differs from an earlier one in its texts only.
   *
   * @returns `undefined` when it is to be read by the reader (also to say what is wrong with it)
   */
  recall<O extends object>(message: Message<O>, source: XmlSource): O | undefined {
    const templates = source.text.length > MAX_ANSWER_LENGTH ? undefined : this.#responses.get(message);
    if (templates === undefined || templates.match(source, 0) !== source.text.length) return undefined;
    return templates.value as O;
  }

  /** Takes note of a response that the reader has read: it had no Fault, and nothing else in its Body. */
  learn<O>(message: Message<O>, source: XmlSource, content: Content): void {
    if (source.text.length > MAX_ANSWER_LENGTH) return;
    let templates = this.#responses.get(message);
    if (templates === undefined) {
      templates = new Templates();
      this.#responses.set(message, templates);
    }
    templates.learn(() => RecordTemplate.learnDocument(source, content, message));
  }
}
