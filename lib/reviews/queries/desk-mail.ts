import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import { readMailState } from '#lib/mail/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { DeskMail } from '../alerts/schema.ts';
import { listAssignees, readNames } from './people.ts';

/**
 * Reads the state of the desk's email: on or off, queued and failed messages.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readDeskMail(context: Context<PersonActor>, business: string): Promise<DeskMail> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const [{ failed, ...state }, people, without] = await Promise.all([
    readMailState(businessId, context.clock.now()),
    listAssignees(businessId),
    database().reviewAlertChoice.findMany({
      where: { businessId, wanted: false },
      select: { personId: true },
    }),
  ]);
  const silent = new Set(without.map(({ personId }) => personId));
  const named = await readNames(failed.map(({ personId }) => personId));
  return {
    ...state,
    failed: failed.map(({ personId, ...one }) => ({ ...one, person: named(personId) })),
    wanted: !silent.has(context.actor.personId),
    readers: people.filter(({ personId }) => !silent.has(personId)).length,
  };
}

/**
 * Returns true if the signed-in person receives email about the desk.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readAlertChoice(context: Context<PersonActor>, business: string): Promise<boolean> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const choice = await database().reviewAlertChoice.findUnique({
    where: { businessId_personId: { businessId, personId: context.actor.personId } },
  });
  return choice?.wanted ?? true;
}
