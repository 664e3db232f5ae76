import type { BatchCalls } from '../../batches/batch.js';
import type { AttemptResult } from '../../calls/attempts/interceptor.js';
import type { Call, EarlierAttempt } from '../../calls/call.js';
import type { CallOptions, OwnCallsValues } from '../../calls/call-options.js';
import { Calls } from '../../calls/calls.js';
import { CallCredentials, type CredentialsSettings } from '../../calls/credentials.js';
import type { CloseOptions, Load } from '../../calls/lifetime.js';
import { textsOfHead } from '../../http-message/head-secrets.js';
import { type OptionValues, readOptions } from '../../options/table.js';
import { withDerived } from '../../redact/derived-secrets.js';
import type { SecretSource } from '../../redact/redact.js';
import type { Answer, Endpoint, Field, ParameterTable, ParameterValues } from '../description/parts/endpoint.js';
import { checkVariant, readParameters, writeParameters } from '../description/parts/read-parameters.js';
import {
  checkToken,
  type HTTP_ACCOUNT_OPTIONS,
  HTTP_CLIENT_OPTIONS,
  type SmsServiceHttpClientOptions,
  type TokenSource,
} from './client-options.js';
import { fieldsOf, fileToSend, httpRequest } from './http-request.js';
import { IdxSource } from './own-idx.js';
import { readAnswer } from './read-answer.js';

type Values = Omit<OptionValues<typeof HTTP_ACCOUNT_OPTIONS>, 'token' | 'label'>;

type RequestSettings = Pick<
  Values,
  'tokenIn' | 'variant' | 'format' | 'passwordHash' | 'validation' | 'shortLinkKey' | 'maxSettled' | 'now'
>;

export interface HttpClientSettings {
  readonly credentials: CredentialsSettings<string>;
  readonly requests: RequestSettings;
  readonly idxSource: IdxSource;
  readonly calls: OwnCallsValues;
}

export function httpClientSettings({ credentialsTimeoutMs, credentialsTtlMs, ...rest }: Values): HttpClientSettings {
  const { tokenIn, variant, format, passwordHash, validation, shortLinkKey, maxSettled, now, ...calls } = rest;
  return {
    requests: { tokenIn, variant, format, passwordHash, validation, shortLinkKey, maxSettled, now },
    idxSource: new IdxSource(),
    credentials: {
      option: 'token',
      credentialsTimeoutMs,
      credentialsTtlMs,
      read: (given) => checkToken(given, 'token'),
      isSame: (one, other) => one === other,
    },
    calls,
  };
}

export interface AttemptAnswer<R> {
  /** Reads it. @throws the error that it stands for */
  read(): Promise<AttemptResult<R>>;
  readonly earlier: readonly EarlierAttempt[];
  readonly status: number;
  readonly source: SecretSource;
}

type Understand<R, S> = (answer: AttemptAnswer<R>) => Promise<AttemptResult<S>>;

interface Repetition {
  readonly idempotent: boolean;
  /** Asked before it is repeated. Default: it may be. */
  readonly mayStillRepeat?: (() => boolean) | undefined;
}

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

  static isOne(given: unknown): given is Requester {
    return typeof given === 'object' && given !== null && #tokens in given;
  }

  get calls(): BatchCalls {
    return this.#calls;
  }

  get load(): Load {
    return this.#calls.load;
  }

  read<P extends ParameterTable>(endpoint: Endpoint<P>, given: object, method: string): ParameterValues<P> {
    const { variant } = this.settings;
    checkVariant(endpoint, variant, method, endpoint.path);
    return readParameters(given, endpoint.parameters, this.settings, endpoint.path);
  }

  ask<P extends ParameterTable, R>(
    endpoint: Endpoint<P, Answer<R>>,
    values: ParameterValues<P>,
    options: CallOptions | undefined,
  ): Promise<R> {
    return this.call(endpoint, options, { idempotent: endpoint.isRead }, (call) =>
      this.answered(call, endpoint, values, {}),
    );
  }

  answered<P extends ParameterTable, R>(
    call: Call,
    endpoint: Endpoint<P, Answer<R>>,
    values: ParameterValues<P>,
    repetition: Partial<Repetition>,
  ): Promise<R> {
    return this.send(call, endpoint, values, repetition, (answer) => answer.read());
  }

  call<P extends ParameterTable, R>(
    { path }: Endpoint<P>,
    options: CallOptions = {},
    { idempotent }: Pick<Repetition, 'idempotent'>,
    make: (call: Call) => Promise<R>,
  ): Promise<R> {
    return this.#calls.call({ name: path, idempotent, protocol: 'http' }, options, make);
  }

  /**
   * Sends a request of a call, with retries, and interprets its response.
   *
   * @param repetition - if it differs from that of the call
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

function* textsOf(fields: readonly Field[]): Iterable<string> {
  for (const [, value] of fields) {
    yield* withDerived(value);
    if (/[,|]/.test(value)) yield* value.split(/[,|]/);
  }
}
