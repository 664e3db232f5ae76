import { type ProxyAddress, type ProxyFor, proxyAddress } from './address.js';
import { exemptions } from './no-proxy.js';

/** The variables of a process, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds proxies as the variables of the environment say: `https_proxy` or `HTTPS_PROXY` for https addresses,
 * `http_proxy` or `HTTP_PROXY` for http addresses, `all_proxy` or `ALL_PROXY` where the one for the address is not set,
 * and none for what `no_proxy` or `NO_PROXY` names. The small letters come first; an empty variable is one that is not
 * set. A proxy without `http://` before it is one on http.
 *
 * Under CGI (`REQUEST_METHOD` is set) `HTTP_PROXY` is not looked at: whoever sends a header `Proxy` sets it.
 *
 * `NO_PROXY` is a list with commas or blanks: `gateway.example` (and all below it), `.example` and `*.example` (all
 * below it), `10.0.0.7`, `10.0.0.0/8`, `::1`, `fd00::/8`, any of them but a network with a port
 * (`gateway.example:8443`, `[::1]:8080`), or `*` for everything. An entry that is not understood has no effect, and a
 * warning of the process (`SmsServiceWarning`) names it once.
 *
 * @throws ValidationError with the name of a variable that holds no address of an HTTP proxy
 */
export function proxyFromEnvironment(environment: Environment): ProxyFor {
  // In Windows, process.env gives HTTP_PROXY also when asked for http_proxy.
  const variables = new Map(Object.entries(environment));
  const proxyOf = (...names: readonly string[]): ProxyAddress | undefined => {
    const name = names.find((one) => (variables.get(one) ?? '').trim() !== '');
    if (name === undefined) return undefined;
    const text = (variables.get(name) as string).trim();
    return proxyAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`, name);
  };
  const isCgi = variables.get('REQUEST_METHOD') !== undefined;
  const all = ['all_proxy', 'ALL_PROXY'];
  const forHttps = proxyOf('https_proxy', 'HTTPS_PROXY', ...all);
  const forHttp = proxyOf('http_proxy', ...(isCgi ? [] : ['HTTP_PROXY']), ...all);
  const noProxy = ['no_proxy', 'NO_PROXY'].find((name) => variables.get(name)) ?? '';
  const isProxied = forHttps !== undefined || forHttp !== undefined;
  const isExempt = exemptions((isProxied && variables.get(noProxy)) || '', noProxy);
  return (target) => {
    const proxy = target.protocol === 'https:' ? forHttps : forHttp;
    return proxy === undefined || isExempt(target) ? undefined : proxy;
  };
}
