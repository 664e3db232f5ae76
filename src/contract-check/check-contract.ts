import { SmsService } from '../../generated/service.js';
import { httpTransport } from '../calls/index.js';
import type { Credentials } from '../client/index.js';
import { ENDPOINTS } from '../http-client/description/endpoints.js';
import type { Transport } from '../transport/transport.js';
import { type CheckContractOptions, type ContractSettings, contractSettings } from './check-options.js';
import { checkWsdl } from './check-wsdl.js';
import { ComparingTransport } from './exchanges.js';
import { type ContractReport, InterfaceCheck } from './interface-check.js';
import { readHttp, readSoap } from './read-operations.js';

/**
 * Compares a gateway with the contract of this package: its WSDL, the responses of the reading operations over SOAP,
 * and those of the reading endpoints over HTTP. Unknown fields, values and codes, missing fields and values of another
 * type are reported as additive or breaking (specification section 9).
 *
 * It changes and sends nothing: with `testTo` it tests a send (`test`). `skipped` lists the parts that were not
 * checked, also because the account may not read them. A field may be absent if it is nil, so it counts as missing only
 * if no record has it.
 *
 * @param options - at least one address; see {@link CheckContractOptions}
 * @throws ValidationError (as a rejection) if an option is missing or invalid
 * @throws AbortedError if `signal` is aborted
 *
 * @example
 * ```ts
 * const httpUrl = 'https://gateway.example/';
 * const { findings, isBreaking } = await checkContract({ url, credentials, httpUrl, token });
 * for (const { kind, place, what } of findings) console.log(`${kind}: ${place} ${what}`);
 * process.exitCode = isBreaking ? 1 : 0;
 * ```
 */
export async function checkContract(options: CheckContractOptions): Promise<ContractReport> {
  const settings = contractSettings(options);
  const transport = settings.transport ?? httpTransport();
  const secrets = new Set<string>();
  const soap = new InterfaceCheck('soap', secrets);
  const http = new InterfaceCheck('http', secrets);
  try {
    await checkSoap(soap, settings, transport, secrets);
    await checkHttp(http, settings, transport, secrets);
  } finally {
    if (settings.transport === undefined) await transport.close?.();
  }
  const findings = [...soap.findings(), ...http.findings()];
  return {
    findings: findings.sort((one, other) => rank(one.kind) - rank(other.kind)),
    checked: [...soap.checked, ...http.checked],
    skipped: [...soap.skipped(), ...http.skipped()],
    isBreaking: findings.some(({ kind }) => kind === 'breaking'),
  };
}

function rank(kind: 'additive' | 'breaking'): number {
  return kind === 'breaking' ? 0 : 1;
}

async function checkSoap(
  check: InterfaceCheck,
  settings: ContractSettings,
  transport: Transport,
  secrets: Set<string>,
): Promise<void> {
  const { url, credentials } = settings;
  if (url === undefined) return;
  await checkWsdl(check, url, transport, settings);
  if (credentials !== undefined) {
    const comparing = new ComparingTransport(transport, check.finder);
    await readSoap(
      check,
      { ...settings, url, credentials: collecting<Credentials>(credentials, (value) => value?.password, secrets) },
      comparing,
    );
  }
  const why = credentials === undefined ? 'credentials are missing' : 'it is not a read-only operation';
  skipOthers(check, Object.keys(SmsService.operations), why);
}

async function checkHttp(
  check: InterfaceCheck,
  settings: ContractSettings,
  transport: Transport,
  secrets: Set<string>,
): Promise<void> {
  const { httpUrl: url, token } = settings;
  if (url === undefined) return;
  if (token !== undefined) {
    const comparing = new ComparingTransport(transport, check.finder);
    await readHttp(check, { ...settings, url, token: collecting<string>(token, (value) => value, secrets) }, comparing);
  }
  const why = token === undefined ? 'token is missing' : 'it is not a read-only endpoint of this variant';
  skipOthers(check, Object.keys(ENDPOINTS), why);
}

/** Reports the places that were neither checked nor skipped. */
function skipOthers(check: InterfaceCheck, places: readonly string[], why: string): void {
  const named = new Set([...check.checked, ...check.skipped().map(({ place }) => place)]);
  for (const place of places) if (!named.has(place)) check.skip(place, why);
}

/** Adds each value of a source to the secrets. Invalid values are refused later, by the client. */
function collecting<T>(
  source: T | (() => T | Promise<T>),
  secretOf: (value: T) => unknown,
  secrets: Set<string>,
): T | (() => Promise<T>) {
  const collect = (value: T): T => {
    const secret = secretOf(value);
    if (typeof secret === 'string') secrets.add(secret);
    return value;
  };
  return isSource(source) ? async () => collect(await source()) : collect(source);
}

function isSource<T>(source: T | (() => T | Promise<T>)): source is () => T | Promise<T> {
  return typeof source === 'function';
}
