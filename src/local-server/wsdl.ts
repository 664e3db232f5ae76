import { readFileSync } from 'node:fs';

/** The service's WSDL with a placeholder for its address. The build replaces this expression with the text. */
export const WSDL: string = readFileSync(new URL('../../wsdl/sms-service.wsdl', import.meta.url), 'utf8');
