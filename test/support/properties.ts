import fc from 'fast-check';

/**
 * Uses the same cases in each run, so that a failure is caused by a change. Other cases: `PROPERTY_SEED=N npm test`.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20261123) });
