import { type FieldCodecs, FieldTable, type RecordMaker } from '../struct.js';
import { checkRead, checkWritten, type NamedMember } from './checks.js';

export class CheckedTable<T> extends FieldTable<T> {
  readonly #members: readonly NamedMember[];

  constructor(members: readonly NamedMember[], maker: RecordMaker<T> | undefined) {
    const codecs: Record<string, unknown> = {};
    for (const { name, codec } of members) {
      // `defineProperty`, because assigning to a field called `__proto__` would set the prototype.
      Object.defineProperty(codecs, name, { value: codec, enumerable: true });
    }
    super(codecs as FieldCodecs<T>, maker);
    this.#members = members;
  }

  override write(value: T, required: boolean): string {
    if (typeof value === 'object' && value !== null) checkWritten(this.#members, value);
    return super.write(value, required);
  }

  override make(values: readonly unknown[]): T {
    return super.make(checkRead(this.#members, values));
  }
}
