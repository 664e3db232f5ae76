/** The functions that record and play the protocols of the gateway; the parts that they call know none of these. */

import type { CallbackRecorder } from '../callbacks/recording/recorder.js';
import { type CallbackRecorderOptions, CassetteRecorder } from './callbacks/recorder.js';
import { type ReplayCallbacksOptions, type ReplayedCallback, sendRecorded } from './callbacks/replay-callbacks.js';
import type { Track } from './cassette/attempt.js';
import { type Cassette, CassetteTransport } from './cassette/cassette.js';
import type { CassetteOptions } from './cassette/cassette-options.js';
import { cassetteSettings, type Environment } from './cassette/cassette-settings.js';
import { type ImportRecordingsOptions, type ImportRecordingsReport, importInto } from './foreign/import-recordings.js';
import { PROTOCOLS } from './protocols.js';
import { runInTrack, trackFor } from './runners/cassette-for.js';
import type { RunningTest } from './runners/test-context.js';
import { type NockReplay, type NockReplayOptions, playThroughNock } from './serving/nock.js';
import { type RecordingProxy, type RecordingProxyOptions, recordThroughProxy } from './serving/recording-proxy.js';
import { type ReplayServer, type ReplayServerOptions, serveCassette } from './serving/replay-server.js';
import { checkRecordings, type DriftReport } from './upkeep/check-cassette.js';
import { type RedactOptions, type RedactReport, redactRecordings } from './upkeep/redact-cassette.js';

/**
 * Makes a transport that plays recorded calls, and records those that are missing.
 *
 * The file is HAR 1.2, or YAML where its name ends with `.yaml`, and may hold calls of both interfaces. A call is found
 * by its operation and its decoded parameters, never by its bytes or its credentials; the same call several times gets
 * its responses in the order in which they were recorded. A call that is recorded is in the file when its caller gets
 * the response. User name, password and token are not in it, in the forms that docs/recorded-traffic.md lists; numbers,
 * names and texts by choice are not (`privacy`), and addresses, cookies and `authorization` are never stored.
 *
 * @param file - its path, or the `file:` URL of it; folders are made as they are needed
 * @param options - see {@link CassetteOptions}
 * @param environment - where `CI` and `SMS_SERVICE_CASSETTE_KEY` are looked for; by default that of the process
 * @throws ValidationError when an option is not usable, or the file is no cassette: it names the option, or the place
 *   in the file. What `send` throws besides what was recorded: ReplayMissError
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
 * Gives the transport of one test: the track of the cassette that has the test's name. It ends with the test, and what
 * was recorded before is replaced, or dropped, only where the test has passed.
 *
 * - vitest: the context of the test. Its name is that of the file without its folder, of the suites and of the test; a
 *   test that is tried again begins anew.
 * - node:test: the `t` of the test; its name is that of the suites and of the test, without a file.
 * - Jest, and vitest without a context: `expect`, which knows the file and the names of the test that runs, but not its
 *   end: give the test as `act`, or call `close()` of the track at its end. In tests that run at the same time
 *   (`test.concurrent`) the `expect` of Jest names another test: there `tape.track('…')` is to be called.
 *
 * Two tests of one cassette have two names: where the runner tells its tests apart, that is checked.
 *
 * @param test - as the runner gives it
 * @param tape - the cassette of the test file, or of several
 * @throws ValidationError when an argument is not usable, no test runs, or another test has the name
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
 * Runs a test with the transport of its own track, in whatever runner: it ends as the function does.
 *
 * @param act - the test
 * @returns what the function gives; it rejects with what that throws, and with what `close()` of the track throws
 * @throws ValidationError when an argument is not usable, no test runs, or another test has the name; it rejects
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
 * Plays a cassette for everything in this process that goes through `node:http`: node-soap, axios and others. A miss is
 * answered with a Fault that explains it, or with an error of the HTTP interface. GET with `?wsdl` gives the WSDL. All
 * other connections are refused until it is closed. Nothing is recorded here, whatever the cassette's mode.
 *
 * @param cassette - its path or `file:` URL, or one that is open, or a track of it: that plays by its own options, and
 *   is not closed here
 * @throws ValidationError when nock 14 or 15 is not installed, or an argument is not usable
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
 * Starts a server on `127.0.0.1`, never on another address, that plays a cassette for programs in any language.
 *
 * POST to any path is a call over SOAP, but to those of the HTTP interface; a miss is answered with a Fault or an error
 * that explains it, and a connection that was lost when it was recorded is lost again. GET with `?wsdl` gives the WSDL
 * with the server's address. Nothing is recorded here, whatever the cassette's mode; {@link startRecordingProxy} does
 * that.
 *
 * @param cassette - its path or `file:` URL, or one that is open, or a track of it: that plays by its own options, and
 *   is not closed here
 * @throws ValidationError when an argument is not usable; it rejects, as with every other error
 * @throws Error of `node:net` when the port cannot be had
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
 * Starts a server on `127.0.0.1`, never on another address, that hands the calls of other programs on to a gateway and
 * records them. The programs are given its `url` instead of the gateway's; GET with `?wsdl` gives the WSDL with it.
 *
 * Headers are handed on but for those of one connection, each cookie by itself, and so are requests that are no calls
 * of the service. A page of another origin is refused. Calls are recorded, and cleaned, as by `cassette`.
 *
 * @throws ValidationError when an option is not usable; it rejects, as with every other error
 * @throws Error of `node:net` when the port cannot be had
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
 * Takes over what other tools have recorded: HAR of browsers and proxies, objects of nock's recorder, stub mappings of
 * WireMock (a file, or its folder), cassettes of VCR and VCR.py, and folders of requests and responses in files
 * (`add.request.http` and `add.response.http`; with their heads, or XML alone).
 *
 * Whatever is no call of the service, or has no response, is skipped and told of. The rest is cleaned as everything
 * that is recorded. Where no times were recorded, calls stand in 1970 in their order. Doing it again adds nothing.
 *
 * Files outside of the folder are never read, nor pipes and devices; what is compressed may become 32 times its size.
 *
 * @param from - the file or the folder
 * @param environment - where `SMS_SERVICE_CASSETTE_KEY` is looked for; by default that of the process
 * @throws ValidationError when an option is not usable, or `from` is none of these; when it names a file outside, is
 *   nested too deep or becomes too large: it names the recording, and nothing is taken over; it rejects, as with every
 *   other error
 * @throws FileLockedError when somebody else writes the cassette for too long
 *
 * @example
 * ```ts
 * const { recorded } = await importRecordings('recordings/', { to: 'groups.har' });
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
 * Holds every response of a cassette against the WSDL, or the description of the HTTP interface: fields that the
 * contract does not know, fields that it has and no response does, types that do not fit; told apart as breaking or
 * additive (specification section 9). A request that is none any more is a breaking change, too.
 *
 * A field may be absent for nil: it counts as gone where it is in none of the responses that could have it.
 *
 * @param file - the path of the cassette, or its `file:` URL; it is not changed
 * @throws ValidationError when there is none, or it is no cassette
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
 * Makes an old cassette clean: applies the present rules to all that it holds, replaces numbers, names and texts by
 * pseudonyms where they are chosen now, and masks values that must not stand in it. The file is replaced at once, or
 * not at all; what was in it before is gone.
 *
 * @param file - the path of the cassette, or its `file:` URL
 * @param environment - where `SMS_SERVICE_CASSETTE_KEY` is looked for; by default that of the process
 * @throws ValidationError when an option is not usable, there is no such file, or it is no cassette; it rejects, as
 *   with every other error
 * @throws FileLockedError when somebody else writes it for too long
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
 * Keeps the callbacks of a handler in a cassette, beside the calls in it: each is on the disk before it is answered.
 * They are cleaned as calls are, by the same pseudonyms; user names, the secret and the signature of the address are
 * never in it. Callbacks that do not fit the specification are not recorded.
 *
 * @param file - its path, or the `file:` URL of it; folders are made as they are needed
 * @param environment - where `SMS_SERVICE_CASSETTE_KEY` is looked for; by default that of the process
 * @throws ValidationError when an option is not usable, or the file is no cassette
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
 * Sends the callbacks of a cassette to a program again, one after the other in the order in which they came.
 *
 * What was replaced when they were recorded stays so: the name of the account is another one, and so are numbers, names
 * and texts where the cassette holds pseudonyms.
 *
 * @param cassette - its path or `file:` URL, or one that is open; it is not changed
 * @returns of each how it was answered
 * @throws ValidationError when an option is not usable, or there is no such cassette; it rejects, as with every other
 *   error
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
