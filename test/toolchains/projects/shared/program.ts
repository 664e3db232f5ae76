import * as main from 'sms-service-client';
import { type GatewayError, isSmsServiceError, SmsServiceClient, ValidationError } from 'sms-service-client';
import * as callbacks from 'sms-service-client/callbacks';
import { type PostgresStore, postgresStore } from 'sms-service-client/callbacks/postgres';
import * as http from 'sms-service-client/http';
import * as opentelemetry from 'sms-service-client/opentelemetry';
import * as prometheus from 'sms-service-client/prometheus';
import * as replay from 'sms-service-client/replay';
import { cassette } from 'sms-service-client/replay';
import * as sandbox from 'sms-service-client/sandbox';
import { httpTransport, type Transport } from 'sms-service-client/transport';
import { isOne, type Library, scenario } from './scenario.cjs';

export const library: Library = { main, http, replay, sandbox, callbacks, opentelemetry, prometheus };
export const transport: Transport = httpTransport();
export const tape: Transport = cassette('calls.har');
export const store: (options: Parameters<typeof postgresStore>[0]) => PostgresStore = postgresStore;
export const codeOf = (error: GatewayError): unknown => error.result;

// @ts-expect-error shows that the types are there
export const wrong = (): SmsServiceClient => new SmsServiceClient({ url: 1 });

export async function program(): Promise<string> {
  await scenario(library);
  const refused: unknown = await new http.SmsServiceHttpClient({ url: 'http://127.0.0.1:9/', token: 't0ken' }).sms
    .send({ to: '', message: 'Hi' })
    .catch((error: unknown) => error);
  if (!(isSmsServiceError(refused) && refused instanceof ValidationError)) return 'another error';
  isOne(library, library);
  return 'all is well';
}
