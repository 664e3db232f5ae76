import { type PhpValue, phpScalar } from './php-value.js';

/** A value of any type that the tests use. */
type AnyValue =
  | null
  | { readonly $type: 'xsd:string'; readonly value: string }
  | { readonly $type: 'xsd:int' | 'xsd:float'; readonly value: number }
  | { readonly $type: 'xsd:boolean'; readonly value: boolean }
  | { readonly $type: 'Array'; readonly items: readonly AnyValue[] }
  | { readonly $type: 'Map'; readonly entries: readonly (readonly [AnyValue, AnyValue])[] }
  | { readonly $type: 'Struct'; readonly fields: readonly (readonly [string, AnyValue])[] };

/** The value in PHP if the WSDL does not define its type. */
export function phpAnyValue(value: unknown): PhpValue {
  const any = value as AnyValue;
  if (any === null) return null;
  switch (any.$type) {
    case 'Array':
      return { a: any.items.map(phpAnyValue) };
    case 'Map':
      // An empty array is also an array.
      return any.entries.length === 0
        ? { a: [] }
        : { m: any.entries.map(([key, one]) => [phpAnyValue(key), phpAnyValue(one)]) };
    case 'Struct':
      return { o: Object.fromEntries(any.fields.map(([name, one]) => [name, phpAnyValue(one)])) };
    default:
      return phpScalar(any.$type.replace('xsd:', ''), any.value);
  }
}
