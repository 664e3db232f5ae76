import { readFileSync } from 'node:fs';

export const WSDL: string = readFileSync(new URL('../../wsdl/sms-service.wsdl', import.meta.url), 'utf8');
