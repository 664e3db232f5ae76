import { SmsServiceStub } from '../../generated/index.js';
import type { Group } from '../../generated/types.js';
import type { TransportResponse } from '../../src/calls/index.js';
import { type Contact, type DecodeLimits, SmsServiceClient } from '../../src/client/index.js';
import { collect } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';

/** A response of the gateway: a document, with or without its HTTP head. */
export type Response = string | Partial<TransportResponse>;

export const credentials = { username: 'alice', password: 'sesame' } as const;
const url = 'http://gateway.test/soap';

export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';
export const XSI_1999 = 'xmlns:old="http://www.w3.org/1999/XMLSchema-instance"';
export const XSI_2000 = 'xmlns:old="http://www.w3.org/2000/10/XMLSchema-instance"';
export const APACHE = 'xmlns:apache="http://xml.apache.org/xml-soap"';

/** A stub whose gateway gives one response. */
export function stubFor(response: Response, limits: Partial<DecodeLimits> = {}): SmsServiceStub {
  return new SmsServiceStub({ transport: fakeTransport(response), url, limits });
}

/** A client whose gateway gives one response; a call is one exchange. */
export function clientFor(response: Response, limits: Partial<DecodeLimits> = {}): SmsServiceClient {
  return new SmsServiceClient({ transport: fakeTransport(response), url, credentials, limits, retry: false });
}

/** An envelope as PHP writes it, with a Body of any content. */
export function envelopeOf(body: string): string {
  return soapResponse('X', '').replace('<ns1:XResponse></ns1:XResponse>', () => body);
}

/** The two ways to read records; both have to make the same of every response. */
export const WAYS: readonly (readonly [string, (client: SmsServiceClient) => Promise<readonly Contact[]>])[] = [
  ['by a call', (client) => client.getNumbers(7)],
  ['as a stream', (client) => collect(client.streamNumbers(7))],
];

/** The response to a call for records, with its parts. */
export function numbersResponse(parts: string): string {
  return soapResponse('soap_GetNumbers', parts);
}

/** `description` of a response: a string part, with its element. */
export async function description(element: string, limits?: Partial<DecodeLimits>): Promise<unknown> {
  const response = soapResponse('soap_CheckPoints', element);
  return (await stubFor(response, limits).soap_CheckPoints({ client: credentials })).description;
}

/** `result` of a response: an int part, with its element. */
export async function result(element: string): Promise<unknown> {
  return (await stubFor(soapResponse('soap_CheckPoints', element)).soap_CheckPoints({ client: credentials })).result;
}

/** `points` of a response: a float part, with its element. */
export async function points(element: string): Promise<unknown> {
  return (await stubFor(soapResponse('soap_CheckPoints', element)).soap_CheckPoints({ client: credentials })).points;
}

/** `arSenders` of a response: a list of strings, with its element. */
export async function senders(element: string, limits?: Partial<DecodeLimits>): Promise<unknown> {
  const response = soapResponse('soap_GetSenders', element);
  return (await stubFor(response, limits).soap_GetSenders({ client: credentials })).arSenders;
}

/** `arGroups` of a whole response: a list of structs. */
export async function groups(response: Response, limits?: Partial<DecodeLimits>): Promise<readonly (Group | null)[]> {
  return (await stubFor(response, limits).soap_GetGroups({ client: credentials })).arGroups;
}

/** The response to a call for groups, with the content of `arGroups`. */
export function groupsResponse(items: string): string {
  return soapResponse('soap_GetGroups', `<result>0</result><arGroups>${items}</arGroups>`);
}
