import { Call } from '../calls/call.js';
import { type CallOptions, checkInterceptors, checkTransport, readCallOptions } from '../calls/call-options.js';
import { Pipeline } from '../calls/pipeline.js';
import { withCallersStack } from '../errors/callers-stack.js';
import { checkUrl } from '../options/check.js';
import { type OptionsOf, type OptionValues, readOptions, required, withDefault } from '../options/table.js';
import { SoapBinding } from './binding.js';
import { DECODE_OPTIONS, decodeSettings } from './decode-options.js';
import type { Operation, Service } from './messages/operation.js';

export type { CallOptions } from '../calls/call-options.js';

/** The options that the stub of every service has. */
export const STUB_OPTIONS = {
  /** Carries the requests: `httpTransport()`, the embedded gateway, a recording. */
  transport: required(checkTransport),
  /** The address of the SOAP endpoint. Required, because the specification gives no real one. */
  url: required(checkUrl),
  /** Interceptors that stand around every call, the first one outermost; a stub has none of its own. Default: none. */
  interceptors: withDefault([], checkInterceptors),
  ...DECODE_OPTIONS,
};

/** Options of a stub. */
export interface StubOptions extends OptionsOf<typeof STUB_OPTIONS> {}

/** Calls one operation: encode, send, decode. */
export type Caller = <I, O>(operation: Operation<I, O>, input: I, options?: CallOptions) => Promise<O>;

/**
 * Makes the caller of a service.
 *
 * @throws ValidationError when the options are not usable
 */
export function caller(service: Service<object>, options: StubOptions): Caller {
  return callerOf(service, readOptions(options, STUB_OPTIONS));
}

/**
 * Makes the caller of a service of options that are checked.
 *
 * @param secrets - all that is private of what is sent; left out where any text of it may be
 */
export function callerOf(
  service: Service<object>,
  options: OptionValues<typeof STUB_OPTIONS>,
  secrets?: readonly string[],
): Caller {
  const { transport, url: address, interceptors, ...decoding } = options;
  const binding = new SoapBinding(service, decodeSettings(decoding), secrets);
  const pipeline = new Pipeline(transport, interceptors);
  const call: Caller = async (operation, input, callOptions = {}) => {
    const { name } = operation;
    const { signal, timeoutMs } = readCallOptions(callOptions, name);
    // Whether an operation may be repeated is not said by a WSDL.
    const made = new Call({
      pipeline,
      address,
      operation: { name, idempotent: false },
      id: Call.nextId(),
      signal,
      timeoutMs,
    });
    const soap = binding.call(operation, input, made.timeLimit);
    return made.run(soap.request, (response, request) => soap.decode(response, request));
  };
  return withCallersStack(call);
}
