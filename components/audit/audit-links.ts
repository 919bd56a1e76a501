import type { AuditRow } from '#lib/audit/schema.ts';

const filterable = /^[A-Za-z0-9_.-]{1,64}$/;

/** Links to the filter. Values that the filter can't hold are searched by their start. */
const findHref = (log: string, name: 'object' | 'request', value: string) =>
  filterable.test(value)
    ? `${log}?${name}=${value}`
    : `${log}?q=${encodeURIComponent([...value].slice(0, 100).join(''))}`;

/** Returns the log filtered by the object of an entry. */
export const objectHref = (log: string, { objectId }: Pick<AuditRow, 'objectId'>): string =>
  findHref(log, 'object', objectId);

/** Returns the log filtered by one request. */
export const requestHref = (log: string, { requestId }: Pick<AuditRow, 'requestId'>): string =>
  findHref(log, 'request', requestId);
