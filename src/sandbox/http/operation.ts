import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import type {
  Answer,
  Endpoint,
  Fields,
  ParameterTable,
  ParameterValues,
} from '../../http-client/description/parts/endpoint.js';
import type { RequestFields } from '../../http-client/description/request-fields.js';
import type { AuthorizedCall } from '../gateway/call.js';
import type { Scope } from '../gateway/store/account.js';

export interface HttpOperation {
  readonly endpoint: Pick<Endpoint, 'path' | 'variants'>;
  readonly scope: Scope;
  carryOut(call: AuthorizedCall, request: RequestFields, isJson: boolean): string;
}

interface AnswerForms<P extends ParameterTable, R> {
  readonly json?: (json: unknown) => unknown;
  readonly text?: (result: R, values: ParameterValues<P>) => R;
}

/**
 * Creates an operation from the description of the interface, which defines how parameters are read and responses
 * written.
 */
export function httpOperation<P extends ParameterTable, R>(
  endpoint: Endpoint<P, Answer<R>>,
  scope: Scope,
  carryOut: (call: AuthorizedCall, values: ParameterValues<P>, request: RequestFields) => R,
  forms: AnswerForms<P, R> = {},
): HttpOperation {
  const { parameters, answer } = endpoint;
  return {
    endpoint,
    scope,
    carryOut: (call, request, isJson) => {
      const values = readValues(parameters, request.fields, call.settings.variant);
      const result = carryOut(call, values, request);
      if (isJson) {
        const json = answer.writeJson(result);
        return JSON.stringify(forms.json?.(json) ?? json);
      }
      return answer.writeText(forms.text?.(result, values) ?? result, values);
    },
  };
}

export function readValues<P extends ParameterTable>(
  parameters: P,
  fields: Fields,
  variant: InterfaceVariant | undefined,
): ParameterValues<P> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    if (variant !== undefined && parameter.variants?.includes(variant) === false) continue;
    const value = parameter.read(fields);
    if (value !== undefined) values[name] = value;
  }
  return values as ParameterValues<P>;
}
