import { type AnyEndpoint, EVERYWHERE, endpointOf } from '../../../http-client/description/endpoints.js';
import type { Asked } from '../../../http-client/description/parts/endpoint.js';
import { FORM, type FormFields, writeForm } from '../../../http-message/form.js';
import type { ReadRequest } from '../../contract/contract.js';
import type { RecordedRequest } from '../../har/recording.js';
import type { ComparedValue, ComparedValues } from './request-values.js';

/** The fields with values separated by `|`. Others are separated by `,` (specification sections 4.1 and 4.8). */
const BY_BARS = /^(?:idx|param[1-4])$/;

function written(name: string, value: ComparedValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? value.join(BY_BARS.test(name) ? '|' : ',') : String(value);
}

/** Returns the fields of a decoded request. */
function fieldsOf({ operation, input }: Pick<ReadRequest, 'operation' | 'input'>): FormFields {
  const values = (input[operation] ?? {}) as ComparedValues;
  return Object.entries(values).map(([name, value]) => [name, written(name, value)]);
}

/** Returns the endpoint of a decoded request. */
export function endpointFor(request: Pick<ReadRequest, 'operation' | 'input'>): AnyEndpoint {
  // It had one when it was decoded.
  return endpointOf(request.operation, new Map(fieldsOf(request))) as AnyEndpoint;
}

export function askedOf(request: Pick<ReadRequest, 'operation' | 'input'>): Asked {
  const fields = new Map(fieldsOf(request));
  const { parameters } = endpointFor(request);
  return Object.fromEntries(Object.entries(parameters).map(([name, { read }]) => [name, read(fields)]));
}

export function writeRequest(request: ReadRequest): RecordedRequest {
  const { path, method } = endpointFor(request);
  const charset: FormFields = path === 'sms.do' ? [[EVERYWHERE.encoding, 'utf-8']] : [];
  const text = Buffer.from(writeForm([...fieldsOf(request), ...charset])).toString('latin1');
  if (method === 'POST') return { method, target: path, headers: { 'content-type': FORM }, text };
  return { method, target: text === '' ? path : `${path}?${text}`, headers: {} };
}
