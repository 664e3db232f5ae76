import type { CheckContractOptions, ContractFinding } from '../../../contract-check/index.js';
import { EXIT } from '../../running/exit-codes.js';
import { transportOf } from '../../settings/client.js';
import type { Profile } from '../../settings/config-file.js';
import type { Limits } from '../connection/reach.js';
import { type Finding, note, well, wrong } from '../findings/finding.js';

/** Holds what a gateway answers against the contract (specification section 9): reads only. */
export async function* contractFindings(
  options: CheckContractOptions,
  profile: Profile,
  limits: Limits,
): AsyncGenerator<Finding, void, undefined> {
  const { checkContract } = await import('../../../contract-check/index.js');
  const transport = transportOf(profile);
  try {
    const { findings, checked } = await checkContract({ ...options, ...limits, transport });
    for (const finding of findings) yield findingOf(finding);
    if (findings.length > 0) return;
    if (checked.length === 0) yield note('contract', 'no answer could be held against it', '');
    else yield well('contract', `the gateway answers as it says: ${checked.join(', ')}`);
  } finally {
    await transport.close?.();
  }
}

function findingOf({ kind, place, what }: ContractFinding): Finding {
  const text = `${place} ${what}`;
  if (kind === 'additive') return note('contract', text, 'nothing: the gateway has something new, which does no harm');
  const todo = 'look for a new version of this package, and ask the provider what has changed';
  return wrong('contract', text, todo, EXIT.differences);
}
