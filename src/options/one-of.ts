/** Exactly one of several fields. */
export type OneOf<T, K extends PropertyKey> = {
  [One in K]: { readonly [P in One]-?: Exclude<T[P & keyof T], undefined> } & {
    readonly [P in Exclude<K, One>]?: undefined;
  };
}[K];
