import { isDeepStrictEqual } from 'node:util';
import { SoapFaultError } from '../errors/errors.js';
import { checkString, entriesOf } from '../options/check.js';
import { type OptionsOf, readOptions, withDefault } from '../options/table.js';
import type { Service } from '../soap/messages/operation.js';
import type { SoapHandlers } from './handlers.js';
import { type RecordedCall, readRecordedCalls } from './recorded-calls.js';

const RECORDED_HANDLERS_OPTIONS = {
  /** Names of input parts that are not compared: credentials, the time. Default: all are compared. */
  ignore: withDefault([], (names: readonly string[], path: string) =>
    entriesOf(names, path).map(([each, name]) => checkString(name, each)),
  ),
};

/** Options of {@link recordedHandlers}. */
export interface RecordedHandlersOptions extends OptionsOf<typeof RECORDED_HANDLERS_OPTIONS> {}

/**
 * Creates handlers for `startSoapServer` that respond as recorded in a HAR 1.2 file of a proxy, a browser or a
 * cassette. Entries that are not requests of the service are ignored.
 *
 * A request gets the response to a recorded request of the same operation with equal parts. Several such responses are
 * used in their order, the last one repeatedly. Any other request gets a Fault with the code `Client` that names the
 * parts that differ, without their values.
 *
 * @param service - the constant of the generated `service.ts`
 * @param file - the path of the HAR file
 * @throws ValidationError (as a rejection) if an argument is invalid, or the file is not a HAR file with a call of the
 *   service
 * @throws Error of `node:fs` if the file cannot be read
 *
 * @example
 * ```ts
 * import { type Service } from 'sms-service-client/soap';
 * import { recordedHandlers, startSoapServer } from 'sms-service-client/soap-server';
 *
 * export async function startMock<Operations extends object>(service: Service<Operations>) {
 *   return startSoapServer(service, await recordedHandlers(service, 'calls.har', { ignore: ['password'] }));
 * }
 * ```
 */
export async function recordedHandlers<Operations extends object>(
  service: Service<Operations>,
  file: string,
  options: RecordedHandlersOptions = {},
): Promise<SoapHandlers<Operations>> {
  const { ignore } = readOptions(options, RECORDED_HANDLERS_OPTIONS);
  const calls = await readRecordedCalls(service as unknown as Service, checkString(file, 'file'));
  const handlers = [...new Set(calls.map(({ operation }) => operation))].map((name) => {
    const recorded = calls.filter(({ operation }) => operation === name);
    return [name, answerer(name, recorded, new Set(ignore))];
  });
  return Object.fromEntries(handlers) as SoapHandlers<Operations>;
}

/** The handler of an operation that was recorded. */
function answerer(
  name: string,
  recorded: readonly RecordedCall[],
  ignored: ReadonlySet<string>,
): (input: object) => object {
  const played = new Set<RecordedCall>();
  return (input) => {
    const fitting = recorded.filter((call) => differences(call.input, input, ignored).length === 0);
    const next = fitting.find((call) => !played.has(call)) ?? fitting.at(-1);
    if (next === undefined) {
      const [nearest = []] = recorded.map((call) => differences(call.input, input, ignored)).sort(byLength);
      throw new SoapFaultError({
        faultCode: 'Client',
        faultString: `no recorded request of ${name} has these parts; of the nearest one differ: ${nearest.join(', ')}`,
      });
    }
    played.add(next);
    return next.answer();
  };
}

function byLength(one: readonly string[], other: readonly string[]): number {
  return one.length - other.length;
}

/** The names of the parts in which two inputs differ. */
function differences(recorded: object, input: object, ignored: ReadonlySet<string>): readonly string[] {
  const [one, other] = [recorded, input] as readonly Readonly<Record<string, unknown>>[];
  const names = new Set([...Object.keys(recorded), ...Object.keys(input)]);
  return [...names].filter((name) => !ignored.has(name) && !isDeepStrictEqual(one?.[name], other?.[name]));
}
