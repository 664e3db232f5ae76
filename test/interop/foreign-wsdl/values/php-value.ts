/** A value in the form that `any-service.php` writes and reads. */
export type PhpValue =
  | null
  | { readonly s: string }
  | { readonly i: string }
  | { readonly f: string }
  | { readonly b: boolean }
  | { readonly a: readonly PhpValue[] }
  | { readonly m: readonly (readonly [PhpValue, PhpValue])[] }
  | { readonly o: Readonly<Record<string, PhpValue>> }
  | { readonly v: PhpValue; readonly type: string; readonly ns: string };

/** PHP represents a list of simple values as its text. */
export function phpList(values: readonly unknown[]): PhpValue {
  return { s: Buffer.from(values.map(String).join(' ')).toString('base64') };
}

/** A simple value. @param codec - the name of its codec */
export function phpScalar(codec: string, value: unknown): PhpValue {
  if (typeof value === 'boolean') return { b: value };
  if (typeof value === 'bigint') return { i: String(value) };
  if (typeof value === 'number')
    return codec === 'float' || codec === 'double' ? phpFloat(value) : { i: String(value) };
  return { s: Buffer.from(value as string | Uint8Array).toString('base64') };
}

function phpFloat(float: number): PhpValue {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(float);
  return { f: bytes.toString('hex') };
}
