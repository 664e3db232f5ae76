import { checkFilled, checkList } from '../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../options/table.js';
import { type Caller, callerOf, STUB_OPTIONS } from './caller.js';
import type { Service } from './messages/operation.js';

const SERVICE_STUB_OPTIONS = {
  ...STUB_OPTIONS,
  /**
   * Passwords and other texts that are sent and must not be shown: a Fault that echoes one has `[redacted]` in its
   * place. All else that a Fault says stays. Credentials in headers of HTTP are looked for without being named here;
   * texts of fewer than four characters are not. Default: none.
   */
  secrets: withDefault<readonly string[]>([], (secrets, path) => {
    for (const [index, secret] of checkList(secrets, path).entries()) checkFilled(secret, `${path}[${index}]`);
    return [...secrets];
  }),
};

/** Options of a stub. */
export interface StubOptions extends OptionsOf<typeof SERVICE_STUB_OPTIONS> {}

/**
 * Makes the caller of a service.
 *
 * @throws ValidationError when the options are not usable
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
