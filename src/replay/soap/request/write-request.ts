import { SmsService } from '../../../../generated/service.js';
import { writeMessage } from '../../../soap/messages/envelope.js';
import type { ReadRequest } from '../../contract/contract.js';
import type { RecordedRequest } from '../../har/recording.js';
import { operationOf } from './operations.js';

/** Replaces the credentials in a cassette. */
const NOBODY = { username: 'username', password: 'password' };

function inputOf({ input }: Pick<ReadRequest, 'input'>): Readonly<Record<string, unknown>> {
  return { client: NOBODY, ...input };
}

export function writeRequest(request: ReadRequest): RecordedRequest {
  const known = operationOf(request.operation);
  return {
    method: 'POST',
    target: '',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${known.soapAction}"` },
    text: writeMessage(SmsService, known, known.input, inputOf(request)),
  };
}
