import { type Operation, type OperationDefinition, operation } from './operation.js';

/**
 * Creates a one-way operation. A call resolves to `undefined` if the server responds with a status from 200 to 299; the
 * body of the response is ignored unless it is a Fault, for which the call rejects.
 *
 * @example
 * ```ts
 * import { oneWay, string } from 'sms-service-client/soap';
 *
 * const log = oneWay<{ line: string }>({ name: 'log', namespace: 'urn:log', soapAction: '', input: { line: string } });
 * ```
 */
export function oneWay<I>(
  definition: NoInfer<Omit<OperationDefinition<I, object>, 'output'>>,
): Operation<I, undefined> {
  const made = operation<I, object>({ ...definition, output: {} });
  return { ...made, isOneWay: true } as unknown as Operation<I, undefined>;
}
