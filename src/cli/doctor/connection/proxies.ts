import { ValidationError } from '../../../client/index.js';
import { systemCode } from '../../../errors/system-code.js';
import { httpSettings } from '../../../transport/http/http-options.js';
import type { ProxyFor } from '../../../transport/proxy/address.js';
import type { Environment } from '../../running/environment.js';
import { EXIT } from '../../running/exit-codes.js';
import { routeOf } from '../../settings/client.js';
import type { Profile } from '../../settings/config-file.js';
import { type Finding, wrong } from '../findings/finding.js';

/** Finds the proxy for an address. */
export interface Proxies {
  readonly proxyFor: ProxyFor;
}

/** Reads what a profile says about the way to the gateway; a finding where that is not usable. */
export function findProxies(profile: Profile, environment: Environment): Proxies | Finding {
  try {
    const { proxyFor = () => undefined } = httpSettings(routeOf(profile), environment);
    return { proxyFor };
  } catch (error) {
    const code = systemCode(error);
    if (error instanceof ValidationError) return refused(error, profile);
    if (code === undefined) throw error;
    const text = `the file of "ca" cannot be read: ${profile.ca} (${code})`;
    return wrong('tls', text, 'correct "ca" in the profile', EXIT.usage);
  }
}

function refused({ path, message }: ValidationError, { ca }: Profile): Finding {
  if (path === 'ca') {
    const todo = 'name a file with certificates as PEM: -----BEGIN CERTIFICATE-----';
    return wrong('tls', `the file of "ca" holds no certificates that can be used: ${ca}`, todo, EXIT.usage);
  }
  const where = path === 'proxy' ? '"proxy" in the profile' : `${path} in the environment`;
  return wrong('proxy', message, `correct ${where}`, EXIT.usage);
}
