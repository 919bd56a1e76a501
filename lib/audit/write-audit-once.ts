import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { toStoredValue } from './canonical.ts';
import { hasRecentEntry } from './queries.ts';
import type { AuditNote } from './write-audit.ts';
import { addToken, writeAudit } from './write-audit.ts';

/** Time in which repeated reads of the same object by one person share an entry. */
const spanMs = 5 * 60_000;

/**
 * Adds an entry for repeated reads of an open page: at most one per person or token of theirs, action, object, details and five minutes.
 * Two requests at the same moment may both add one. Returns true if one was added.
 */
export async function writeAuditOnce(
  transaction: Transaction,
  context: Context<PersonActor>,
  note: AuditNote & { readonly businessId: BusinessId },
): Promise<boolean> {
  const since = addMilliseconds(context.clock.now(), -spanMs);
  const noteToCompare = { ...note, after: toStoredValue(addToken(note.after, context.actor)) };
  if (await hasRecentEntry(transaction, note.businessId, context.actor.personId, noteToCompare, since))
    return false;
  await writeAudit(transaction, context, note);
  return true;
}
