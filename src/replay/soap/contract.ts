import { wsdlText } from '../../local-server/soap-endpoint.js';
import { writeFault } from '../../soap/messages/fault.js';
import type { ReplayContract, WholeResponse } from '../contract/contract.js';
import { findDrift } from './drift.js';
import { kindOf } from './field-kinds.js';
import { isRefusal, keptResponse } from './kept-response.js';
import { fieldPaths, operationNamed, readRequest, writeRequest } from './request.js';

export const soapContract: ReplayContract = {
  methods: ['POST'],
  isAtOneAddress: true,
  description: {
    parameter: 'wsdl',
    write: async (address) => xmlResponse(200, await wsdlText(address)),
  },
  takes: ({ method }) => method === 'POST',
  operationNamed,
  readRequest,
  writeRequest,
  kindOf,
  fieldPaths,
  keptResponse,
  isRefusal,
  findDrift,
  errorResponse: (faultString, what) =>
    xmlResponse(500, writeFault({ faultCode: what === undefined ? 'Client' : 'Server', faultString })),
};

function xmlResponse(status: number, text: string): WholeResponse {
  return { status, headers: { 'content-type': 'text/xml; charset=utf-8' }, body: Buffer.from(text, 'utf8') };
}
