import 'server-only';

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
