import type { BatchCalls } from '../../batches/batch.js';
import type { Call, EarlierAttempt } from '../../calls/call.js';
import type { AccountCallsValues, CallOptions } from '../../calls/call-options.js';
import { Calls } from '../../calls/calls.js';
import { CallCredentials, type CredentialsSettings } from '../../calls/credentials.js';
import type { CloseOptions, Load } from '../../calls/lifetime.js';
import { textsOfHead } from '../../http-message/head-secrets.js';
import { type OptionValues, readOptions } from '../../options/table.js';
import { withDerived } from '../../redact/derived-secrets.js';
import type { SecretSource } from '../../redact/redact.js';
import type { Answer, Endpoint, Field, ParameterTable, ParameterValues } from '../description/parts/endpoint.js';
import {
  type CheckedRow,
  checkVariant,
  readParameters,
  writeParameters,
} from '../description/parts/read-parameters.js';
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
  readonly calls: AccountCallsValues;
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
      read: (token) => checkToken(token, 'token'),
      isSame: (one, other) => one === other,
    },
    calls,
  };
}

export interface AttemptContext {
  readonly earlier: readonly EarlierAttempt[];
  readonly source: SecretSource;
}

type Interpret<R, S> = (reading: Promise<R>, context: AttemptContext) => Promise<S>;

/** How often a request may be sent, if that differs from its call. */
interface Repetition {
  readonly idempotent?: boolean;
  readonly mayStillRepeat?: (() => boolean) | undefined;
}

export class Requester {
  readonly settings: RequestSettings;
  readonly idxSource: IdxSource;
  readonly #calls: Calls;
  readonly #tokens: CallCredentials<string>;

  constructor(token: TokenSource, { requests, idxSource, credentials }: HttpClientSettings, calls: Calls) {
    this.settings = requests;
    this.idxSource = idxSource;
    this.#calls = calls;
    this.#tokens = new CallCredentials(token, credentials);
  }

  /** Creates the requester of a client that shares no gateway. @throws ValidationError if an option is invalid */
  static of(options: SmsServiceHttpClientOptions): Requester {
    const { token, url, transport, interceptors, label, ...own } = readOptions(options, HTTP_CLIENT_OPTIONS);
    const settings = httpClientSettings(own);
    return new Requester(token, settings, Calls.of({ ...settings.calls, url, transport, interceptors, label }));
  }

  static isOne(value: unknown): value is Requester {
    return typeof value === 'object' && value !== null && #tokens in value;
  }

  get calls(): BatchCalls {
    return this.#calls;
  }

  get load(): Load {
    return this.#calls.load;
  }

  /** Checks the arguments of a method. @param more - `table` replaces the parameters of the endpoint */
  read<P extends ParameterTable, T extends Readonly<Record<string, CheckedRow>> = P>(
    endpoint: Endpoint<P>,
    object: object,
    method: string,
    more: { readonly table?: T; readonly beside?: object } = {},
  ): ParameterValues<T> {
    const { path, parameters } = endpoint;
    checkVariant(endpoint, this.settings.variant, method, path);
    const table = more.table ?? (parameters as unknown as T);
    return readParameters(object, table, this.settings, path, more.beside);
  }

  ask<P extends ParameterTable, R>(
    endpoint: Endpoint<P, Answer<R>>,
    values: ParameterValues<P>,
    options: CallOptions | undefined,
  ): Promise<R> {
    return this.call(endpoint, options, endpoint.isRead, (call) => this.send(call, endpoint, values));
  }

  call<P extends ParameterTable, R>(
    { path }: Endpoint<P>,
    options: CallOptions = {},
    idempotent: boolean,
    make: (call: Call) => Promise<R>,
  ): Promise<R> {
    return this.#calls.call({ name: path, idempotent, protocol: 'http' }, options, make);
  }

  send<P extends ParameterTable, R, S = R>(
    call: Call,
    endpoint: Endpoint<P, Answer<R>>,
    values: ParameterValues<P>,
    { idempotent, mayStillRepeat }: Repetition = {},
    interpret?: Interpret<R, S>,
  ): Promise<S> {
    const { settings } = this;
    const operation = endpoint.path;
    const fields = fieldsOf(endpoint, values, settings);
    let attempts = 0;
    const act = async (token: string): Promise<S> => {
      const upload = await fileToSend(values, operation);
      const request = httpRequest(endpoint, fields, token, settings, upload);
      return call.run({ ...request, idempotent, mayStillRepeat }, async (response, sent, earlier) => {
        attempts = earlier.length + 1;
        const source = {
          *secrets(): Iterable<string> {
            yield token;
            yield* textsOfHead(response.sent ?? sent);
            yield* textsOf(writeParameters(endpoint.parameters, values));
            yield* textsOf(fields);
          },
        };
        let bytes = 0;
        const reading = readAnswer(response, endpoint.answer, {
          operation,
          asked: values,
          source,
          request: sent,
          onBody: (length) => (bytes = length),
        });
        const value =
          interpret === undefined ? ((await reading) as unknown as S) : await interpret(reading, { earlier, source });
        return { value, status: response.status, bytes };
      });
    };
    // A request with another token would not know the outcomes of earlier attempts.
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
