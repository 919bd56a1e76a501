import type { AuditRow } from '#lib/audit/schema.ts';

const plain = /^[A-Za-z0-9_.-]{1,64}$/;

/** What the filter can't hold is searched for by its beginning. */
const href = (log: string, name: 'object' | 'request', value: string) =>
  plain.test(value)
    ? `${log}?${name}=${value}`
    : `${log}?q=${encodeURIComponent([...value].slice(0, 100).join(''))}`;

/** The log of everything that was done to the object of an entry. */
export const objectHref = (log: string, { objectId }: Pick<AuditRow, 'objectId'>): string =>
  href(log, 'object', objectId);

/** The log of everything that one request did. */
export const requestHref = (log: string, { requestId }: Pick<AuditRow, 'requestId'>): string =>
  href(log, 'request', requestId);
