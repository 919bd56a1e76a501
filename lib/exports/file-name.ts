import 'server-only';

const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'business';

/** `cafe-son-ltd-payments-2026-11-20`. `at` as a clock in the business's zone shows it. */
export const toFileName = (business: string, what: string, at: string): string =>
  `${slug(business)}-${what}-${at.slice(0, 10)}`;
