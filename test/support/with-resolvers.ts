/** nock 15 requires Node.js 22, where `Promise` has this function. */
export function giveWithResolvers(): void {
  const { Promise: promises } = globalThis as { readonly Promise: object };
  if (!('withResolvers' in promises)) Object.assign(promises, { withResolvers });
}

function withResolvers<T>(): object {
  let settle = {};
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}
