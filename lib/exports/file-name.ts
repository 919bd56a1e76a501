import 'server-only';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { ExportName } from './schema.ts';

const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'business';

/** Returns a name such as `cafe-son-ltd-payments-2026-11-20`. `at` is a local time of the business. */
export const toFileName = (business: string, subject: string, at: string): string =>
  `${toSlug(business)}-${subject}-${at.slice(0, 10)}`;

/** Positions and order say nothing about which rows a file has. */
const unnamed: ReadonlySet<string> = new Set(['sort', 'except']);
const mostFilters = 4;

/**
 * Returns the filters of a list for a file name: `expired-eur`, and days as a period, `2026-10-01-to-2026-10-31`. Ids and
 * labels are named by their filter, and a search is only mentioned, because a name may be seen by others.
 */
function describeFilters(spec: ListSpec, parameters: Readonly<Record<string, string>>): readonly string[] {
  const parts = Object.entries(parameters).flatMap(([name, value]) => {
    if (unnamed.has(name)) return [];
    if (name === 'only') return ['selected'];
    if (name === 'q') return ['search'];
    const kind = spec.filters[name]?.kind;
    if (kind === 'days') return [toSlug(value.replace('..', '-to-'))];
    return kind === 'id' || kind === 'exact' || value.split(',').every(isUuid)
      ? [toSlug(name)]
      : [toSlug(value)];
  });
  return parts.length > mostFilters ? [...parts.slice(0, mostFilters), 'and-more'] : parts;
}

/** Returns a name such as `cafe-son-ltd-payments-expired-2026-10-01-to-2026-10-31-2026-11-20`. */
export const toListFileName = (
  business: string,
  list: ExportName,
  { spec, parameters, at }: { spec: ListSpec; parameters: Readonly<Record<string, string>>; at: string },
): string => {
  const subject = [list, ...describeFilters(spec, parameters)].join('-').slice(0, 120).replace(/-+$/, '');
  return toFileName(business, subject, at);
};
