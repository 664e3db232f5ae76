import { join } from 'node:path';

/** The WSDL, as a file. */
export const wsdlPath: string = join(import.meta.dirname, '../../../wsdl/sms-service.wsdl');
