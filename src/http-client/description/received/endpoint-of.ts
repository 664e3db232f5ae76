import { ENDPOINTS } from '../endpoints.js';
import type { Answer } from '../parts/answer.js';
import type { Endpoint } from '../parts/endpoint.js';
import type { Fields, ParameterTable } from '../parts/parameter.js';

/** One of all endpoints. */
export type AnyEndpoint = Endpoint<ParameterTable, Answer>;

const ALL: readonly AnyEndpoint[] = Object.values<AnyEndpoint>(ENDPOINTS);

/** The paths of all endpoints, each once. */
export const PATHS: ReadonlySet<string> = new Set(ALL.map(({ path }) => path));

/** All endpoints. */
export function allEndpoints(): readonly AnyEndpoint[] {
  return ALL;
}

/**
 * Finds the endpoint that a request is for: of those at one path the one whose own field it has, else the one that has
 * none.
 */
export function endpointOf(path: string, fields: Fields): AnyEndpoint | undefined {
  const all = ALL.filter((endpoint) => endpoint.path === path);
  return all.find((endpoint) => isSelected(endpoint, fields)) ?? all.find(({ selector }) => selector === undefined);
}

function isSelected({ selector }: AnyEndpoint, fields: Fields): boolean {
  if (selector === undefined) return false;
  const given = fields.get(selector.name);
  return given !== undefined && (selector.value === undefined || selector.value === given.trim());
}
