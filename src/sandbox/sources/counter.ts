/** Makes a function that counts from a number on. */
export function counter(first: number): () => number {
  let next = first;
  return () => next++;
}
