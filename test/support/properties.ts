import fc from 'fast-check';

/**
 * Before each test file: a failure is of what was changed, not of luck. Other cases: `PROPERTY_SEED=N npm test`.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20261123) });
