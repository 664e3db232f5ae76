import type { CallbackRecorder } from '../callbacks/handler/handler-options.js';
import { type CallbackRecorderOptions, CassetteRecorder } from './callbacks/recorder.js';
import { type ReplayCallbacksOptions, type ReplayedCallback, sendRecorded } from './callbacks/replay-callbacks.js';
import { type Cassette, CassetteTransport } from './cassette/cassette.js';
import type { CassetteOptions } from './cassette/cassette-options.js';
import { cassetteSettings, type Environment } from './cassette/cassette-settings.js';
import type { ObservedCall } from './cassette/track-player.js';
import type { Track } from './cassette/track-run.js';
import {
  type ImportRecordingsOptions,
  type ImportRecordingsReport,
  importInto,
} from './importers/import-recordings.js';
import { PROTOCOLS } from './protocols.js';
import { type RunningTest, runInTrack, trackFor } from './runners/cassette-for.js';
import { type NockReplay, type NockReplayOptions, playThroughNock } from './serving/nock.js';
import { type RecordingProxy, type RecordingProxyOptions, recordThroughProxy } from './serving/recording-proxy.js';
import { type ReplayServer, type ReplayServerOptions, serveCassette } from './serving/replay-server.js';
import { checkRecordings, type DriftReport } from './upkeep/check-cassette.js';
import { type RedactOptions, type RedactReport, redactRecordings } from './upkeep/redact-cassette.js';

export type { CallFate, ObservedCall } from './cassette/track-player.js';

export function observedCassette(
  file: string,
  options: CassetteOptions,
  observe: (call: ObservedCall) => void,
): CassetteTransport {
  return new CassetteTransport(PROTOCOLS, cassetteSettings(PROTOCOLS, file, options, process.env), observe);
}

/** Functions that record and replay the protocols of the gateway. The modules they call are protocol-independent. */

/**
 * Creates a transport that replays recorded calls and records missing ones.
 *
 * The file is HAR 1.2, or YAML if its name ends with `.yaml` or `.yml`. It may contain calls of both interfaces. A call
 * is matched by its operation and its decoded parameters, never by its bytes or its credentials. If the same call is
 * made several times, it gets the recorded responses in their order. A recorded call is written to the file before its
 * caller gets the response.
 *
 * The file never contains the user name, password or token, in the forms that docs/cassette-files.md lists, nor
 * addresses, cookies and `authorization`. The option `privacy` replaces numbers, names and texts, too.
 *
 * @param file - path or `file:` URL; missing folders are created
 * @param options - see {@link CassetteOptions}
 * @param environment - environment variables (`CI`, `SMS_SERVICE_CASSETTE_MODE`, `SMS_SERVICE_CASSETTE_KEY`). Default:
 *   `process.env`
 * @throws ValidationError if an option is invalid, or the file is not a cassette; it names the option, or the position
 *   in the file. `send` throws ReplayMissError for a missing call, in addition to the recorded errors
 *
 * @example
 * ```ts
 * import { SmsServiceClient } from 'sms-service-client';
 * import { httpTransport } from 'sms-service-client/transport';
 *
 * const transport = cassette('test/groups.har', { transport: httpTransport(), mode: 'auto' });
 * const client = new SmsServiceClient({ url, credentials, transport });
 * ```
 */
export function cassette(
  file: string | URL,
  options: CassetteOptions = {},
  environment: Environment = process.env,
): Cassette {
  return new CassetteTransport(PROTOCOLS, cassetteSettings(PROTOCOLS, file, options, environment));
}

/**
 * Returns the transport of one test: the track of the cassette with the name of the test. The track ends with the test.
 * Earlier recordings are replaced or deleted only if the test passed.
 *
 * - vitest: pass the test context. The name consists of the file name without its folder, the suites and the test. A
 *   retried test starts a new run of the track.
 * - node:test: pass the `t` of the test. The name consists of the suites and the test, without the file.
 * - Jest, and vitest without a context: pass `expect`. It provides the file and the name of the running test, but not
 *   its end: pass the test as `act`, or call `close()` of the track at the end. In concurrent tests (`test.concurrent`)
 *   the `expect` of Jest names another test: call `tape.track('…')` there.
 *
 * Two tests of one cassette must have different names. This is checked if the runner identifies its tests.
 *
 * @param test - the object from the test runner
 * @param tape - the cassette of one or several test files
 * @throws ValidationError if an argument is invalid, no test is running, or another test has the same name
 *
 * @example
 * ```ts
 * import { SmsServiceClient } from 'sms-service-client';
 * import { cassette } from 'sms-service-client/replay';
 * import { it } from 'vitest';
 *
 * const tape = cassette('cassettes/customers.har');
 * it('has no groups at first', async (context) => {
 *   const client = new SmsServiceClient({ url, credentials, transport: cassetteFor(context, tape) });
 *   console.log(await client.getGroups());
 * });
 * ```
 */
export function cassetteFor(test: RunningTest, tape: Cassette): Track;
/**
 * Runs a test function with the transport of its track. Works in every runner: the track ends when the function ends.
 *
 * @param act - the test
 * @returns the result of the function; rejects with its error, or with the error of the track's `close()`
 * @throws ValidationError (as a rejection) if an argument is invalid, no test is running, or another test has the same
 *   name
 *
 * @example
 * ```ts
 * import { expect, it } from '@jest/globals';
 * import { SmsServiceClient } from 'sms-service-client';
 * import { cassette } from 'sms-service-client/replay';
 *
 * const tape = cassette('cassettes/customers.har');
 * it('has points', () =>
 *   cassetteFor(expect, tape, async (transport) => {
 *     const client = new SmsServiceClient({ url, credentials, transport });
 *     expect(await client.checkPoints()).toBe(50);
 *   }));
 * ```
 */
export function cassetteFor<T>(test: RunningTest, tape: Cassette, act: (track: Track) => T): Promise<Awaited<T>>;
export function cassetteFor<T>(
  test: RunningTest,
  tape: Cassette,
  act?: (track: Track) => T,
): Track | Promise<Awaited<T>> {
  return act === undefined ? trackFor(test, tape) : runInTrack(test, tape, act);
}

/**
 * Replays a cassette for all code in this process that uses `node:http`: node-soap, axios and others.
 *
 * A missing call gets a Fault that explains the miss, or an error of the HTTP interface. GET with `?wsdl` returns the
 * WSDL. All other connections are refused until the replay is closed. Nothing is recorded, in any mode of the cassette.
 *
 * @param cassette - path or `file:` URL, or an open cassette or one of its tracks. An open one uses its own options and
 *   is not closed by this function
 * @throws ValidationError if nock 14 or 15 is not installed, or an argument is invalid
 *
 * @example
 * ```ts
 * const replay = replayWithNock('groups.har');
 * await client.getGroups();
 * replay.close();
 * ```
 */
export function replayWithNock(cassette: string | URL | Cassette | Track, options: NockReplayOptions = {}): NockReplay {
  return playThroughNock(PROTOCOLS, cassette, options);
}

/**
 * Starts a server that replays a cassette for programs in any language. It listens on `127.0.0.1` only.
 *
 * POST to any path is a SOAP call, except to the paths of the HTTP interface. A missing call gets a Fault or an error
 * that explains the miss. A connection that was lost during recording is lost again. GET with `?wsdl` returns the WSDL
 * with the address of the server. Nothing is recorded, in any mode of the cassette: see {@link startRecordingProxy}.
 *
 * @param cassette - path or `file:` URL, or an open cassette or one of its tracks. An open one uses its own options and
 *   is not closed by this function
 * @throws ValidationError (as a rejection, like all errors) if an argument is invalid
 * @throws Error of `node:net` if it cannot listen on the port
 *
 * @example
 * ```ts
 * const server = await startReplayServer('groups.har');
 * console.log(server.url);
 * await server.close();
 * ```
 */
export function startReplayServer(
  cassette: string | URL | Cassette | Track,
  options: ReplayServerOptions = {},
): Promise<ReplayServer> {
  return serveCassette(PROTOCOLS, cassette, options);
}

/**
 * Starts a server that forwards the calls of other programs to a gateway and records them. It listens on `127.0.0.1`
 * only. Configure the programs with its `url` instead of the gateway's. GET with `?wsdl` returns the WSDL with this
 * address.
 *
 * Headers are forwarded, except those of a single connection. Each cookie is forwarded separately. Requests that are
 * not calls of the service are forwarded, too. Requests of web pages of another origin are refused. Calls are recorded
 * and redacted as by `cassette`.
 *
 * @throws ValidationError (as a rejection, like all errors) if an option is invalid
 * @throws Error of `node:net` if it cannot listen on the port
 *
 * @example
 * ```ts
 * const proxy = await startRecordingProxy({ cassette: 'groups.har', to: url });
 * console.log(proxy.url);
 * await proxy.close();
 * ```
 */
export function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  return recordThroughProxy(PROTOCOLS, options);
}

/**
 * Imports the calls of a HAR file of a browser or a proxy into a cassette.
 *
 * Entries that are not calls of the service, or have no response, are skipped and reported. The others are redacted
 * like all recordings. Calls without a valid time get times in 1970, in their order. Repeating an import adds nothing.
 *
 * @param from - the path of the HAR file
 * @param environment - environment variables (`SMS_SERVICE_CASSETTE_KEY`). Default: `process.env`
 * @throws ValidationError (as a rejection, like all errors) if an option is invalid, or `from` is not HAR, is nested
 *   deeper than 256 levels or is larger than 256 MiB. Nothing is imported then
 * @throws FileLockedError if another process holds the lock of the cassette for too long
 *
 * @example
 * ```ts
 * const { recorded } = await importRecordings('traffic.har', { to: 'groups.har' });
 * ```
 */
export function importRecordings(
  from: string,
  options: ImportRecordingsOptions,
  environment: Environment = process.env,
): Promise<ImportRecordingsReport> {
  return importInto(PROTOCOLS, from, options, environment);
}

/**
 * Compares every response of a cassette with the WSDL, or with the description of the HTTP interface. Reports fields
 * that the contract does not define, fields that no response contains, and types that do not match. Each finding is
 * breaking or additive (specification section 9). A recorded request that is no longer valid is a breaking change, too.
 *
 * A field that is nil may be absent. It is reported as missing only if none of the responses that could contain it
 * does.
 *
 * @param file - path or `file:` URL of the cassette; it is not changed
 * @throws ValidationError if the file does not exist, or is not a cassette
 *
 * @example
 * ```ts
 * for (const finding of checkCassette('groups.har').drift) console.log(finding);
 * ```
 */
export function checkCassette(file: string | URL): DriftReport {
  return checkRecordings(PROTOCOLS, file);
}

/**
 * Redacts an existing cassette: applies the current rules to all recordings, replaces numbers, names and texts by
 * pseudonyms if the options request it, and masks values that the file must not contain. The file is replaced
 * atomically. There is no backup of the old content.
 *
 * @param file - path or `file:` URL of the cassette
 * @param environment - environment variables (`SMS_SERVICE_CASSETTE_KEY`). Default: `process.env`
 * @throws ValidationError (as a rejection, like all errors) if an option is invalid, the file does not exist, or it is
 *   not a cassette
 * @throws FileLockedError if another process holds the lock of the cassette for too long
 *
 * @example
 * ```ts
 * await redactCassette('groups.har', { dryRun: true });
 * ```
 */
export function redactCassette(
  file: string | URL,
  options: RedactOptions = {},
  environment: Environment = process.env,
): Promise<RedactReport> {
  return redactRecordings(PROTOCOLS, file, options, environment);
}

/**
 * Records the callbacks of a handler in a cassette that may also contain calls. Each callback is on the disk before it
 * is answered. Callbacks are redacted like calls, with the same pseudonyms. The file never contains user names, or the
 * secret and the signature of the address. Callbacks that violate the specification are not recorded.
 *
 * @param file - path or `file:` URL; missing folders are created
 * @param environment - environment variables (`SMS_SERVICE_CASSETTE_KEY`). Default: `process.env`
 * @throws ValidationError if an option is invalid, or the file is not a cassette
 *
 * @example
 * ```ts
 * import { callbackHandler } from 'sms-service-client/callbacks';
 *
 * const recorder = callbackRecorder('test/replies.har', { mode: 'add' });
 * const handler = callbackHandler({ onEvent: (event) => console.log(event.type), recorder });
 * ```
 */
export function callbackRecorder(
  file: string | URL,
  options: CallbackRecorderOptions = {},
  environment: Environment = process.env,
): CallbackRecorder {
  return new CassetteRecorder(PROTOCOLS, file, options, environment);
}

/**
 * Sends the callbacks of a cassette to a program again, one after the other, in the recorded order.
 *
 * Redacted values stay redacted: the account has another name, and numbers, names and texts are pseudonyms if the
 * cassette contains pseudonyms.
 *
 * @param cassette - path or `file:` URL, or an open cassette; it is not changed
 * @returns the response to each callback
 * @throws ValidationError (as a rejection, like all errors) if an option is invalid, or the cassette does not exist
 *
 * @example
 * ```ts
 * const replayed = await replayCallbacks('test/replies.har', { to: 'http://127.0.0.1:3000/callback' });
 * console.log(replayed.every(({ isOk }) => isOk));
 * ```
 */
export function replayCallbacks(
  cassette: string | URL | Pick<Cassette, 'file'>,
  options: ReplayCallbacksOptions,
): Promise<readonly ReplayedCallback[]> {
  return sendRecorded(PROTOCOLS, cassette, options);
}
