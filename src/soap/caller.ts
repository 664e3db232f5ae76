import { Call } from '../calls/call.js';
import type { Interceptor } from '../calls/interceptors/interceptor.js';
import { type CallOptions, checkCallOptions, checkedInterceptors, checkTransport } from '../calls/options.js';
import { Pipeline } from '../calls/pipeline.js';
import { checkBoolean, checkPositive, checkUrl } from '../options/check.js';
import { checkNames, checkObject, type KnownNames } from '../options/names.js';
import { reading } from '../options/readable.js';
import type { Transport } from '../transport/transport.js';
import { SoapBinding } from './binding.js';
import { DEFAULT_LIMITS, type DecodeLimits, type DecodeSettings } from './decoder/limits.js';
import type { Operation, Service } from './messages/operation.js';

export type { CallOptions } from '../calls/options.js';

/** What a stub needs. */
export interface StubOptions {
  /** Carries the requests: `httpTransport()`, the embedded gateway, a recording. */
  readonly transport: Transport;
  /** The address of the SOAP endpoint. Required, because the specification gives no real one. */
  readonly url: string;
  /** What stands around every call, the first one outermost; a stub has none of its own. Default: none. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** How much a response may ask for; each limit has a default of its own. */
  readonly limits?: Partial<DecodeLimits> | undefined;
  /**
   * Takes two character references to the halves of a surrogate pair (`&#55357;&#56832;`) in the texts of a response
   * for the one character that they stand for. They are forbidden (XML 1.0 section 4.1), and Apache Axis writes emoji
   * so. A half without its other half is refused all the same. Default: false.
   */
  readonly acceptSurrogateReferences?: boolean | undefined;
}

/** Calls one operation: encode, send, decode. */
export type Caller = <I, O>(operation: Operation<I, O>, input: I, options?: CallOptions) => Promise<O>;

/**
 * Makes the caller of a service.
 *
 * @throws ValidationError when the options are not usable
 */
export function caller(service: Service<object>, options: StubOptions): Caller {
  const { address, binding, pipeline } = reading(options, 'options', {}, () => connect(service, options));
  let count = 0;
  return async (operation, input, callOptions = {}) => {
    const { name } = operation;
    const { signal, timeoutMs } = checkCallOptions(callOptions, name);
    // Whether an operation may be repeated is not said by a WSDL.
    const call = new Call(pipeline, address, { name, idempotent: false }, (count += 1), signal, timeoutMs);
    const soap = binding.call(operation, input, call.timeLimit);
    return call.run(soap.request, (response, request) => soap.decode(response, request));
  };
}

function connect(
  service: Service<object>,
  options: StubOptions,
): { readonly address: string; readonly binding: SoapBinding; readonly pipeline: Pipeline } {
  const { transport, url, interceptors, limits, acceptSurrogateReferences } = checkNames(
    options,
    STUB_OPTIONS,
    'options',
  );
  const address = checkUrl(url, 'url');
  const settings = decodeSettings({ limits, acceptSurrogateReferences });
  checkTransport(transport);
  return {
    address,
    binding: new SoapBinding(service, settings),
    pipeline: new Pipeline(transport, checkedInterceptors(interceptors)),
  };
}

/** The options that say how a response may be decoded. */
type DecodeOptions = Pick<StubOptions, 'limits' | 'acceptSurrogateReferences'>;

const STUB_OPTIONS: KnownNames<StubOptions> = {
  transport: true,
  url: true,
  interceptors: true,
  limits: true,
  acceptSurrogateReferences: true,
};

/** Checks how a response may be decoded, and fills in the defaults. */
export function decodeSettings({ limits = {}, acceptSurrogateReferences = false }: DecodeOptions): DecodeSettings {
  return {
    ...checkedLimits(limits),
    acceptSurrogateReferences: checkBoolean(acceptSurrogateReferences, 'acceptSurrogateReferences'),
  };
}

function checkedLimits(given: Partial<DecodeLimits>): DecodeLimits {
  const known = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, true])) as KnownNames<DecodeLimits>;
  const chosen = Object.entries(checkObject(given, known, 'limits')).filter(([, value]) => value !== undefined);
  for (const [name, value] of chosen) checkPositive(value, `limits.${name}`);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(chosen) };
}
