import { allEndpoints, EVERYWHERE } from '../../../http-client/description/endpoints.js';

/** Returns the paths of all request fields, without the indexes of lists: `sms.do.date`. */
export function* fieldPaths(): Iterable<string> {
  for (const { path, selector, parameters, answer } of allEndpoints()) {
    if (selector !== undefined) yield `${path}.${selector.name}`;
    if (answer.text !== '') yield `${path}.${EVERYWHERE.format}`;
    for (const { names, isSecret } of Object.values(parameters)) {
      if (isSecret !== true) for (const name of names) yield `${path}.${name}`;
    }
  }
}
