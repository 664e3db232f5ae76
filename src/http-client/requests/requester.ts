import type { BatchCalls } from '../../batches/batch.js';
import type { Call } from '../../calls/call.js';
import type { CallOptions } from '../../calls/call-options.js';
import { Calls } from '../../calls/calls.js';
import { CallCredentials } from '../../calls/credentials.js';
import type { AttemptResult } from '../../calls/interceptors/interceptor.js';
import type { CloseOptions, Load } from '../../calls/lifetime.js';
import type { EarlierAttempt } from '../../calls/pipeline.js';
import { textsOfHead } from '../../http-message/head-secrets.js';
import { readOptions } from '../../options/table.js';
import { withDerived } from '../../redact/derived-secrets.js';
import type { SecretSource } from '../../redact/redact.js';
import { readAnswer } from '../answers/read-answer.js';
import type { Answer } from '../description/parts/answer.js';
import type { Endpoint } from '../description/parts/endpoint.js';
import type { Field, ParameterTable, ParameterValues } from '../description/parts/parameter.js';
import { checkVariant, readParameters, writeParameters } from '../description/parts/read-parameters.js';
import { HTTP_CLIENT_OPTIONS, type SmsServiceHttpClientOptions } from '../options/client-options.js';
import type { TokenSource } from '../options/token.js';
import { fieldsOf, httpRequest } from './http-request.js';
import type { IdxSource } from './own-idx.js';
import { type HttpClientSettings, httpClientSettings, type RequestSettings } from './settings.js';
import { fileToSend } from './upload.js';

/** The answer to an attempt, before it is read. */
export interface AttemptAnswer<R> {
  /** Reads it. @throws the error that it stands for */
  read(): Promise<AttemptResult<R>>;
  /** The attempts before it that have failed. */
  readonly earlier: readonly EarlierAttempt[];
  /** The HTTP status. */
  readonly status: number;
  /** Knows what was sent, to hide it in errors. */
  readonly source: SecretSource;
}

/** Decides what the answer to an attempt comes to. */
export type Understand<R, S> = (answer: AttemptAnswer<R>) => Promise<AttemptResult<S>>;

/** The repetition of a request. */
export interface Repetition {
  /** True where carrying it out twice does no more than once does. */
  readonly idempotent: boolean;
  /** Asked before it is repeated. Default: it may be. */
  readonly mayStillRepeat?: (() => boolean) | undefined;
}

/** Makes the requests of all groups of a client. */
export class Requester {
  readonly settings: RequestSettings;
  readonly idxSource: IdxSource;
  readonly #calls: Calls;
  readonly #tokens: CallCredentials<string>;

  constructor(token: TokenSource, settings: HttpClientSettings, calls: Calls) {
    const { requests, idxSource, credentials } = settings;
    this.settings = requests;
    this.idxSource = idxSource;
    this.#calls = calls;
    this.#tokens = new CallCredentials(token, credentials);
  }

  /** Makes that of a client which has a gateway for itself. @throws ValidationError when an option is not usable */
  static of(options: SmsServiceHttpClientOptions): Requester {
    const { token, url, transport, interceptors, label, ...own } = readOptions(options, HTTP_CLIENT_OPTIONS);
    const settings = httpClientSettings(own);
    return new Requester(token, settings, Calls.of({ ...settings.calls, url, transport, interceptors, label }));
  }

  /** Tells whether something is one. Not `instanceof`, which asks a proxy, and that may throw. */
  static isOne(given: unknown): given is Requester {
    return typeof given === 'object' && given !== null && #tokens in given;
  }

  /** What batches know of the calls. */
  get calls(): BatchCalls {
    return this.#calls;
  }

  /** The work that there is at present. */
  get load(): Load {
    return this.#calls.load;
  }

  /** Checks what a caller gives for an endpoint. @param method - that was called, for errors: `points.get` */
  read<P extends ParameterTable>(endpoint: Endpoint<P>, given: object, method: string): ParameterValues<P> {
    const { variant } = this.settings;
    checkVariant(endpoint, variant, method, endpoint.path);
    return readParameters(given, endpoint.parameters, this.settings, endpoint.path);
  }

  /** Asks an endpoint for what its answer says. */
  ask<P extends ParameterTable, R>(
    endpoint: Endpoint<P, Answer<R>>,
    values: ParameterValues<P>,
    options: CallOptions | undefined,
  ): Promise<R> {
    return this.call(endpoint, options, { idempotent: endpoint.isRead }, (call) =>
      this.answered(call, endpoint, values, {}),
    );
  }

  /** Sends a request of a call for what its answer says. */
  answered<P extends ParameterTable, R>(
    call: Call,
    endpoint: Endpoint<P, Answer<R>>,
    values: ParameterValues<P>,
    repetition: Partial<Repetition>,
  ): Promise<R> {
    return this.send(call, endpoint, values, repetition, (answer) => answer.read());
  }

  /** Makes a call, which can have several requests. */
  call<P extends ParameterTable, R>(
    { path }: Endpoint<P>,
    options: CallOptions = {},
    { idempotent }: Pick<Repetition, 'idempotent'>,
    make: (call: Call) => Promise<R>,
  ): Promise<R> {
    return this.#calls.call({ name: path, idempotent, protocol: 'http' }, options, make);
  }

  /**
   * Sends a request of a call, as often as it may be sent, and decides what its answer comes to.
   *
   * @param repetition - where it is not as that of the call
   */
  async send<P extends ParameterTable, R, S>(
    call: Call,
    endpoint: Endpoint<P, Answer<R>>,
    values: ParameterValues<P>,
    repetition: Partial<Repetition>,
    understand: Understand<R, S>,
  ): Promise<S> {
    const { settings } = this;
    const fields = fieldsOf(endpoint, values, settings);
    const operation = endpoint.path;
    let attempts = 0;
    const act = async (token: string): Promise<S> => {
      const upload = await fileToSend(values, operation);
      const request = { ...httpRequest(endpoint, fields, token, settings, upload), ...repetition };
      return call.run(request, (response, sent, earlier) => {
        attempts = earlier.length + 1;
        const source = {
          *secrets(): Iterable<string> {
            yield token;
            yield* textsOfHead(response.sent ?? sent);
            yield* textsOf(writeParameters(endpoint.parameters, values));
            yield* textsOf(fields);
          },
        };
        return understand({
          read: () => readAnswer(response, endpoint.answer, { operation, asked: values, source, request: sent }),
          earlier,
          status: response.status,
          source,
        });
      });
    };
    // What became of earlier attempts, another request with another token would not know.
    return this.#tokens.use(call, act, () => attempts === 1);
  }

  close(options: CloseOptions): Promise<void> {
    return this.#calls.close(options);
  }
}

/** The texts that were sent, as a whole and each of several. */
function* textsOf(fields: readonly Field[]): Iterable<string> {
  for (const [, value] of fields) {
    yield* withDerived(value);
    if (/[,|]/.test(value)) yield* value.split(/[,|]/);
  }
}
