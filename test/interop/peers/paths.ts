import { join } from 'node:path';

/** The WSDL, as a file. */
export const wsdlPath: string = join(import.meta.dirname, '../../../wsdl/sms-service.wsdl');

/** The state that every server starts from. */
export const seedPath: string = join(import.meta.dirname, '../seed.json');
