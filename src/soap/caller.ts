import { Call, Pipeline } from '../calls/call.js';
import { type CallOptions, checkInterceptors, checkTransport, readCallOptions } from '../calls/call-options.js';
import { withCallersStack } from '../errors/callers-stack.js';
import { checkUrl } from '../options/check.js';
import { type OptionsOf, type OptionValues, readOptions, required, withDefault } from '../options/table.js';
import { SoapBinding } from './binding.js';
import { DECODE_OPTIONS, decodeSettings } from './decoder/limits.js';
import type { Operation, Service } from './messages/operation.js';

export type { CallOptions } from '../calls/call-options.js';

/** Options of the stub of every service. */
export const STUB_OPTIONS = {
  /** Sends the requests: `httpTransport()`, the embedded gateway, or a recording. */
  transport: required(checkTransport),
  /** The URL of the SOAP endpoint. Required, because the specification defines no real one. */
  url: required(checkUrl),
  /** Interceptors around every call; the first one is the outermost. A stub adds none. Default: none. */
  interceptors: withDefault([], checkInterceptors),
  ...DECODE_OPTIONS,
};

/** Options of a stub. */
export interface StubOptions extends OptionsOf<typeof STUB_OPTIONS> {}

/** Calls one operation: encodes, sends, decodes. */
export type Caller = <I, O>(operation: Operation<I, O>, input: I, options?: CallOptions) => Promise<O>;

/**
 * Creates the caller of a service.
 *
 * @throws ValidationError if the options are invalid
 */
export function caller(service: Service<object>, options: StubOptions): Caller {
  return callerOf(service, readOptions(options, STUB_OPTIONS));
}

/**
 * Creates the caller of a service. @param secrets - all private values in the requests; default: any text may be
 * private
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
    // A WSDL does not specify whether an operation is idempotent.
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
