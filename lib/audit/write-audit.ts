import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Actor, Context } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { requestAnchor } from './anchors/request-store.ts';
import { settle, storable } from './canonical.ts';
import { hasEntry } from './queries.ts';
import { appendEntry } from './store.ts';

/** Who acted, when and under which request comes from the context. */
export type AuditNote = {
  /** Null for what concerns no business, such as a sign-in. */
  readonly businessId: BusinessId | null;
  /** What was done, in one word after the object's: `payment.create`. */
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  /** JSON values. Never a password, a key or another secret. */
  readonly before?: unknown;
  readonly after?: unknown;
};

/** The chain of what concerns no business. */
export const ownChain = '00000000-0000-0000-0000-000000000000';

/**
 * Adds an entry to the business's chain, in the caller's transaction: what was done and the word of it are kept or
 * lost together. Writers of one business wait for each other until they commit, so call it late in a transaction.
 */
export async function writeAudit(
  transaction: Transaction,
  context: Context<Actor>,
  note: AuditNote,
): Promise<void> {
  const { actor } = context;
  const entry = {
    chainId: note.businessId ?? ownChain,
    at: context.clock.now(),
    actorKind: actor.kind,
    actorId: storable(actor.kind === 'person' ? actor.personId : actor.name),
    action: note.action,
    objectType: note.objectType,
    objectId: storable(note.objectId),
    before: settle(note.before),
    after: settle(note.after),
    requestId: storable(context.requestId),
  };
  await appendEntry(transaction, entry, readersOf(note, actor));
  await requestAnchor(transaction, entry.chainId, entry.action);
}

/** The businesses whose logs show an entry; of no business's own chain they show what their people did. */
const readersOf = ({ businessId }: AuditNote, actor: Actor): readonly BusinessId[] => {
  if (businessId !== null) return [businessId];
  return actor.kind === 'person' ? [...actor.roles.keys()] : [];
};

/** Whether this was ever done to this object. For the system itself: a person's reading of the log is another matter. */
export const isNoted = (
  note: Pick<AuditNote, 'businessId' | 'action' | 'objectType' | 'objectId'>,
): Promise<boolean> => hasEntry(note.businessId ?? ownChain, note);
