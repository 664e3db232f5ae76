import nock from 'nock-15';
import { playsThroughNock } from './nock-suite.js';

// nock 15 is for Node.js 22 and later, where this function is.
const { Promise: promises } = globalThis as { readonly Promise: object };
if (!('withResolvers' in promises)) Object.assign(promises, { withResolvers });

function withResolvers<T>(): object {
  let settle = {};
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

playsThroughNock(nock as never);
