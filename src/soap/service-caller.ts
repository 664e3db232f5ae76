import { checkFilled, checkList } from '../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../options/table.js';
import { type Caller, callerOf, STUB_OPTIONS } from './caller.js';
import type { Service } from './messages/operation.js';

const SERVICE_STUB_OPTIONS = {
  ...STUB_OPTIONS,
  /**
   * Passwords and other private texts in requests. A Fault that repeats one contains `[redacted]` in its place; the
   * rest of the Fault is unchanged. Credentials in HTTP headers are always redacted. Texts of fewer than four
   * characters are not. Default: none.
   */
  secrets: withDefault<readonly string[]>([], (secrets, path) => {
    for (const [index, secret] of checkList(secrets, path).entries()) checkFilled(secret, `${path}[${index}]`);
    return [...secrets];
  }),
};

/** Options of a stub. */
export interface StubOptions extends OptionsOf<typeof SERVICE_STUB_OPTIONS> {}

/**
 * Creates the caller of a service.
 *
 * @throws ValidationError if the options are invalid
 *
 * @example
 * ```ts
 * import { caller, int, operation, service } from 'sms-service-client/soap';
 * import { httpTransport } from 'sms-service-client/transport';
 *
 * const double = operation<{ value: number }, { result?: number | null | undefined }>({
 *   name: 'double',
 *   namespace: 'urn:calculator',
 *   soapAction: '',
 *   input: { value: int },
 *   output: { result: int },
 * });
 * const Calculator = service({ name: 'Calculator', namespaces: { ns1: 'urn:calculator' }, operations: { double } });
 * const call = caller(Calculator, { transport: httpTransport(), url: 'http://localhost/rpc' });
 * const { result } = await call(double, { value: 21 });
 * ```
 */
export function caller(service: Service<object>, options: StubOptions): Caller {
  const { secrets, ...others } = readOptions(options, SERVICE_STUB_OPTIONS);
  return callerOf(service, others, secrets);
}
