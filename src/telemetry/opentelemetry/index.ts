/**
 * Spans and a metric of every call for OpenTelemetry, for which the program brings `@opentelemetry/api`.
 *
 * @module
 */

export { ValidationError } from '../../errors/errors.js';
export { type Instrumentation, type InstrumentOptions, instrumentSmsService } from './instrument.js';
