import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { later } from '#lib/values/instant.ts';
import { settle } from './canonical.ts';
import { actedSince } from './queries.ts';
import type { AuditNote } from './write-audit.ts';
import { writeAudit } from './write-audit.ts';

/** For so long one entry stands for everything that a person asks of the same object. */
const spanMs = 5 * 60_000;

/**
 * Adds an entry for what a person's open page asks again and again: once for each person, action, object, words about it
 * and five minutes, however often it is asked. The entry says that they looked from then on, not how often. Two requests at the
 * same moment may both be noted. Answers whether one was added.
 */
export async function writeAuditOnce(
  transaction: Transaction,
  context: Context<PersonActor>,
  note: AuditNote & { readonly businessId: BusinessId },
): Promise<boolean> {
  const since = later(context.clock.now(), -spanMs);
  const asked = { ...note, after: settle(note.after) };
  if (await actedSince(transaction, note.businessId, context.actor.personId, asked, since)) return false;
  await writeAudit(transaction, context, note);
  return true;
}
