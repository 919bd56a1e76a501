import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import { readMailState } from '#lib/mail/index.ts';
import { tReviews } from '#lib/messages/reviews.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { isNotified } from './model.ts';
import type { CaseMail } from './schema.ts';
import { findDelivery, listRecipients } from './settings-store.ts';

/**
 * Reads the state of the emails about cases: their recipients, and queued and failed messages.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readCaseMail(context: Context<PersonActor>, business: string): Promise<CaseMail> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const [{ failed, ...state }, recipients] = await Promise.all([
    readMailState(businessId, context.clock.now()),
    listRecipients(database(), businessId),
  ]);
  const people = await database().person.findMany({
    where: { id: { in: failed.map(({ personId }) => personId) } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return {
    ...state,
    failed: failed.map(({ personId, ...mail }) => ({
      ...mail,
      name: names.get(personId) ?? tReviews('unknownPerson'),
    })),
    readers: recipients.filter(
      (recipient) =>
        isNotified(recipient.role, 'case-opened') &&
        !['off', 'app'].includes(findDelivery(recipient, 'case-opened')),
    ).length,
  };
}
