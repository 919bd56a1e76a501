import 'server-only';
import { endAllSessions } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { lockPerson, setDisabledAt } from './store.ts';

type Outcome = { readonly changed: boolean; readonly endedSessions: number };

const unchanged: Outcome = { changed: false, endedSessions: 0 };

/** Writes the entry into the log of each business of the person, or into that of no business where there is none. */
async function auditEverywhere(
  transaction: Transaction,
  context: Context<SystemActor>,
  { personId, businessIds }: NonNullable<Awaited<ReturnType<typeof lockPerson>>>,
  note: {
    readonly action: 'person.disable' | 'person.enable';
    readonly before: unknown;
    readonly after: unknown;
  },
): Promise<void> {
  for (const businessId of businessIds.length === 0 ? [null] : businessIds)
    await writeAudit(transaction, context, { ...note, businessId, objectType: 'person', objectId: personId });
}

/**
 * Disables an account: it can't sign in, its sessions end with their next request, and open streams within 10 s. For a
 * part of the system, such as an operator's command. Does nothing to an account that is unknown or already disabled.
 */
export const disablePerson = (context: Context<SystemActor>, personId: PersonId): Promise<Outcome> =>
  inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    if (person === null || person.isDisabled) return unchanged;
    const now = context.clock.now();
    await setDisabledAt(transaction, personId, now);
    const endedSessions = await endAllSessions(transaction, personId, now);
    await auditEverywhere(transaction, context, person, {
      action: 'person.disable',
      before: { disabled: false },
      after: { disabled: true, endedSessions },
    });
    return { changed: true, endedSessions };
  });

/** Lets a disabled account sign in again. Its former sessions stay ended. */
export const enablePerson = (context: Context<SystemActor>, personId: PersonId): Promise<Outcome> =>
  inTransaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    if (person === null || !person.isDisabled) return unchanged;
    await setDisabledAt(transaction, personId, null);
    await auditEverywhere(transaction, context, person, {
      action: 'person.enable',
      before: { disabled: true },
      after: { disabled: false },
    });
    return { changed: true, endedSessions: 0 };
  });

/** Ends every session of a person on every device; the account stays enabled. For a part of the system. */
export const revokeSessions = (context: Context<SystemActor>, personId: PersonId): Promise<Outcome> =>
  inTransaction(async (transaction) => {
    const endedSessions = await endAllSessions(transaction, personId, context.clock.now());
    if (endedSessions === 0) return unchanged;
    await writeAudit(transaction, context, {
      businessId: null,
      action: 'session.revoke',
      objectType: 'person',
      objectId: personId,
      after: { endedSessions },
    });
    return { changed: true, endedSessions };
  });
