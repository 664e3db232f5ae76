/**
 * Metrics of every call for Prometheus, for which the program brings `prom-client`.
 *
 * @module
 */

export { ValidationError } from '../../errors/errors.js';
export { type Collection, type CollectOptions, collectSmsServiceMetrics } from './collect.js';
