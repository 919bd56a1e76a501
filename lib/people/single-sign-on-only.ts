import 'server-only';
import { isSingleSignOnRequired } from '#lib/access/index.ts';
import { tPeople } from '#lib/messages/people.ts';
import { env } from '#lib/platform/env.ts';
import { Problem } from '#lib/values/errors.ts';

export const formatPasswordRefusal = (): string => tPeople('singleSignOnOnly', { name: env.OIDC_NAME });

/** Refuses what would be a way in by password. Throws Problem 'conflict'. */
export function requirePasswordSignIn(email: string): void {
  if (isSingleSignOnRequired(email)) throw new Problem('conflict', formatPasswordRefusal());
}
