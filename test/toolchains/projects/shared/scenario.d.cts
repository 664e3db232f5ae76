export interface Library {
  readonly main: typeof import('sms-service-client');
  readonly http: typeof import('sms-service-client/http');
  readonly replay: typeof import('sms-service-client/replay');
  readonly sandbox: typeof import('sms-service-client/sandbox');
  readonly callbacks: typeof import('sms-service-client/callbacks');
  readonly opentelemetry: typeof import('sms-service-client/opentelemetry');
  readonly prometheus: typeof import('sms-service-client/prometheus');
}
export function scenario(library: Library): Promise<void>;
export function isOne(required: Library, imported: Library): void;
