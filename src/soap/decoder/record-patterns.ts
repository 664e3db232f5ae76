import type { XmlSettings } from '../../xml/reader.js';
import type { XmlSource } from '../../xml/source.js';
import type { RecordTemplate } from './record-pattern.js';

/** How many different kinds of records are remembered at once, and how many surprises end the remembering. */
const MAX_TEMPLATES = 4;
const MAX_MISSES = 16;
/** A short list is read before a template would have paid for its making. */
const PLAIN_RECORDS = 3;

/** Whether records may be read by templates at all. */
export function mayUseTemplates({ shortcuts = 'all' }: XmlSettings): boolean {
  return shortcuts === 'all';
}

/** The templates of records that should be alike; given up when they turn out not to be. */
export class Templates<T> {
  /** The template that fitted last comes first. */
  readonly #templates: RecordTemplate<T>[] = [];
  #records = 0;
  #hits = 0;
  #misses = 0;

  /** The record that was matched last. */
  get value(): T {
    return (this.#templates[0] as RecordTemplate<T>).value;
  }

  /**
   * Reads the record at a position of the document by one of the templates.
   *
   * @returns the position after it, or -1 when the reader has to read it
   */
  match(source: XmlSource, position: number): number {
    for (let index = 0; index < this.#templates.length; index++) {
      const template = this.#templates[index] as RecordTemplate<T>;
      const end = template.match(source, position);
      if (end === -1) continue;
      this.#hits += 1;
      if (index > 0) {
        this.#templates.splice(index, 1);
        this.#templates.unshift(template);
      }
      return end;
    }
    return -1;
  }

  /** Takes note that the reader had to read a record, and learns its template unless that has proved to be in vain. */
  learn(make: () => RecordTemplate<T> | undefined): void {
    if (this.#misses > MAX_MISSES) return;
    this.#records += 1;
    if (this.#records <= PLAIN_RECORDS) return;
    this.#misses += 1;
    if (this.#misses > MAX_MISSES) {
      if (this.#hits < this.#misses) this.#templates.length = 0;
      return;
    }
    const template = make();
    if (template === undefined) return;
    this.#templates.unshift(template);
    if (this.#templates.length > MAX_TEMPLATES) this.#templates.pop();
  }
}
