import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Actor, Context } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toStorableText, toStoredValue } from './canonical.ts';
import { hasEntry } from './queries.ts';
import { appendEntries } from './store.ts';

/** An entry to add. Actor, time and request come from the context. */
export type AuditNote = {
  /** Null for actions outside a business, such as a sign-in. */
  readonly businessId: BusinessId | null;
  /** The object and the action, such as `payment.create`. */
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  /** JSON values. Never a password, a key or another secret. */
  readonly before?: unknown;
  readonly after?: unknown;
};

/** The id of the system chain, for actions outside a business. */
export const systemChain = '00000000-0000-0000-0000-000000000000';

/** Adds the API token by which a program acted to the details of an entry. The maker of the token is its actor. */
export function addToken(after: unknown, actor: Actor): unknown {
  if (actor.kind !== 'person' || actor.token === undefined) return after;
  const isDetails = typeof after === 'object' && after !== null && !Array.isArray(after);
  const details = isDetails ? after : after == null ? {} : { value: after };
  return { ...details, apiToken: actor.token.tokenId };
}

/**
 * Adds an entry to the business's chain in the caller's transaction, so that action and entry commit together.
 * Writers of one business wait for each other until they commit, so call it late in a transaction.
 */
export const writeAudit = (
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, ...note }: AuditNote,
): Promise<void> => writeAuditNotes(transaction, context, businessId, [note]);

/** Adds an entry for each note, with the same statements as for one. */
export async function writeAuditNotes(
  transaction: Transaction,
  { actor, clock, requestId }: Context<Actor>,
  businessId: AuditNote['businessId'],
  notes: readonly Omit<AuditNote, 'businessId'>[],
): Promise<void> {
  if (notes.length === 0) return;
  const common = {
    chainId: businessId ?? systemChain,
    at: clock.now(),
    actorKind: actor.kind,
    actorId: toStorableText(actor.kind === 'person' ? actor.personId : actor.name),
    requestId: toStorableText(requestId),
  };
  const details = notes.map(({ action, objectType, objectId, before, after }) => ({
    action,
    objectType,
    objectId: toStorableText(objectId),
    before: toStoredValue(before),
    after: toStoredValue(addToken(after, actor)),
  }));
  await appendEntries(transaction, common, details, listReaders(businessId, actor));
}

/**
 * Returns the businesses whose logs show an entry. Entries of the system chain are shown where the person is a
 * member.
 */
const listReaders = (businessId: AuditNote['businessId'], actor: Actor): readonly BusinessId[] => {
  if (businessId !== null) return [businessId];
  return actor.kind === 'person' ? [...actor.roles.keys()] : [];
};

/** Returns true if this action was recorded for this object. For system code: people read the log through the list. */
export const hasAuditEntry = (
  note: Pick<AuditNote, 'businessId' | 'action' | 'objectType' | 'objectId'>,
): Promise<boolean> => hasEntry(note.businessId ?? systemChain, note);
