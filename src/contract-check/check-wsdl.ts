import { completeResponse, foreignFailure } from '../calls/attempts/response.js';
import { isSmsServiceError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { parseContentType } from '../http-message/content-type.js';
import { wsdlText } from '../local-server/soap-endpoint.js';
import { checkLimits } from '../transport/in-memory.js';
import type { Transport } from '../transport/transport.js';
import type { ContractSettings } from './check-options.js';
import { WSDL_PLACE, WsdlComparison } from './compare-wsdl.js';
import type { InterfaceCheck } from './interface-check.js';
import { readWsdl, type ServiceModel } from './read-wsdl.js';

export async function checkWsdl(
  check: InterfaceCheck,
  url: string,
  transport: Transport,
  { signal, timeoutMs }: Pick<ContractSettings, 'signal' | 'timeoutMs'>,
): Promise<void> {
  const address = new URL(url);
  address.search = address.search === '' ? '?wsdl' : `${address.search}&wsdl`;
  let theirs: ServiceModel;
  try {
    const limits = { operation: WSDL_PLACE, signal, timeoutMs };
    checkLimits(limits);
    const request = { ...limits, method: 'GET', url: address.href, idempotent: true } as const;
    const response = await transport.send({ ...request, headers: { accept: 'text/xml, */*' } });
    const { status, headers, body } = await completeResponse(response, WSDL_PLACE);
    if (status !== 200) return check.skip(WSDL_PLACE, `could not be fetched: HTTP status ${status}`);
    theirs = readWsdl(body, parseContentType(headers['content-type']).charset);
  } catch (error) {
    if (error instanceof Problem) return check.skip(WSDL_PLACE, `cannot be read: ${error.message}`);
    const failure = foreignFailure(error, WSDL_PLACE);
    if (!isSmsServiceError(failure) || failure.code === 'ABORTED') throw failure;
    return check.skip(WSDL_PLACE, failure.message);
  }
  const ours = readWsdl(Buffer.from(await wsdlText(url)), undefined);
  new WsdlComparison(check.finder, ours, theirs).compare();
  check.checked.push(WSDL_PLACE);
  if (!theirs.marksOptional) {
    check.skip(`${WSDL_PLACE}: optional fields`, 'the WSDL of the gateway marks none');
  }
}
