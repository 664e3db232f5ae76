import { type Operation, type OperationDefinition, operation } from './operation.js';

/**
 * Makes an operation that is not answered: a call resolves to `undefined` when the server has taken the request with
 * any status from 200 to 299, whatever it sends along, and rejects for a Fault.
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
