import { readFileSync } from 'node:fs';

/** The service's WSDL, with a placeholder for its address. In the built package it is a text in the script. */
export const WSDL: string = readFileSync(new URL('../../wsdl/sms-service.wsdl', import.meta.url), 'utf8');
