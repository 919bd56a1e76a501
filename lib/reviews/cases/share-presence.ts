import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { readNames } from '../settings/queries/people.ts';
import type { CasePresence } from './schema/presence.ts';
import { recordPresence } from './store/presence.ts';

/**
 * Records that the person has the case open, and returns who else does. It isn't audited: the view of the case already
 * is.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function sharePresence(
  context: Context<PersonActor>,
  business: string,
  reviewCase: string,
): Promise<CasePresence> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const caseId = parseId<CaseId>(reviewCase);
  const { personId } = context.actor;
  const at = context.clock.now();
  const others = caseId === null ? null : await recordPresence({ businessId, caseId, personId, at });
  if (others === null) throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
  const named = await readNames(others);
  return { others: others.map(named) };
}
