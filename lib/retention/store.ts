import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { HoldKind, RetentionKind } from './model.ts';
import { holdKinds, retentionKinds } from './model.ts';

type Answer = { readonly personId: PersonId; readonly at: Instant };
const kindColumn = z.enum(retentionKinds);

/** Returns the rule of a kind, locked until the transaction ends. A missing one is added, and keeps everything. */
export async function lockRule(
  transaction: Transaction,
  businessId: BusinessId,
  kind: RetentionKind,
): Promise<{ readonly years: number | null; readonly version: number }> {
  await transaction.$executeRaw`
    INSERT INTO retention_rule (business_id, kind) VALUES (${businessId}::uuid, ${kind}) ON CONFLICT DO NOTHING`;
  await transaction.$queryRaw`
    SELECT FROM retention_rule WHERE business_id = ${businessId}::uuid AND kind = ${kind} FOR UPDATE`;
  return transaction.retentionRule.findUniqueOrThrow({
    where: { businessId_kind: { businessId, kind } },
    select: { years: true, version: true },
  });
}

/** Sets a longer time, or none. The database refuses a shorter one. */
export async function storeRule(
  transaction: Transaction,
  businessId: BusinessId,
  kind: RetentionKind,
  years: number | null,
): Promise<void> {
  await transaction.retentionRule.update({
    where: { businessId_kind: { businessId, kind } },
    data: { years },
  });
}

/** Proposes a shorter time. Returns false while another proposal for the kind waits. */
export async function insertRetentionChange(
  transaction: Transaction,
  change: Answer & {
    readonly businessId: BusinessId;
    readonly kind: RetentionKind;
    readonly years: number | null;
  },
): Promise<boolean> {
  const { businessId, kind, years, personId, at } = change;
  if (years === null) return false;
  const waits = await transaction.retentionChange.count({ where: { businessId, kind, state: 'proposed' } });
  if (waits > 0) return false;
  await transaction.retentionChange.create({
    data: { businessId, kind, years, proposedById: personId, proposedAt: toDate(at) },
  });
  return true;
}

/** Locks a proposed shorter time. Null: it doesn’t exist or was answered. */
export async function lockRetentionChange(
  transaction: Transaction,
  businessId: BusinessId,
  changeId: string,
) {
  const found = await transaction.retentionChange.findFirst({
    where: { businessId, changeId, state: 'proposed' },
    select: { kind: true },
  });
  if (found === null) return null;
  const kind = kindColumn.parse(found.kind);
  // The rule is locked first, as by the database when it checks the answer.
  const rule = await lockRule(transaction, businessId, kind);
  const row = await transaction.retentionChange.findFirst({
    where: { businessId, changeId, state: 'proposed' },
  });
  if (row === null) return null;
  return {
    kind,
    years: row.years,
    before: rule.years,
    proposedBy: toId<PersonId>(row.proposedById),
    /** The rule is still the one that the proposal was made for. */
    isCurrent: rule.version === row.version,
  };
}

/** Stores the answer to a proposed time. An approval takes effect at once. */
export async function storeRetentionChangeOutcome(
  transaction: Transaction,
  businessId: BusinessId,
  changeId: string,
  { state, personId, at }: Answer & { readonly state: string },
): Promise<void> {
  await transaction.retentionChange.update({
    where: { businessId_changeId: { businessId, changeId } },
    data: { state, answeredById: personId, answeredAt: toDate(at) },
  });
}

/** Returns the ID of an existing record of the business, or null. A callback is found by its reference as well. */
async function findRecordId(
  transaction: Transaction,
  businessId: BusinessId,
  kind: HoldKind,
  recordId: string,
): Promise<string | null> {
  switch (kind) {
    case 'payment':
      return (
        (await transaction.payment.findFirst({ where: { businessId, paymentId: recordId } }))?.paymentId ??
        null
      );
    case 'withdrawal':
      return (
        (await transaction.withdrawal.findFirst({ where: { businessId, withdrawalId: recordId } }))
          ?.withdrawalId ?? null
      );
    case 'case':
      return (
        (await transaction.reviewCase.findFirst({ where: { businessId, caseId: recordId } }))?.caseId ?? null
      );
    case 'callback': {
      const where = { businessId, OR: [{ id: recordId }, { reference: recordId }] };
      return (await transaction.callbackMessage.findFirst({ where, select: { id: true } }))?.id ?? null;
    }
    case 'audit':
      // The ID of the business holds its whole log.
      return recordId === businessId ? businessId : null;
  }
}

/** Places a hold on a record of the business. */
export async function insertHold(
  transaction: Transaction,
  hold: Answer & {
    readonly businessId: BusinessId;
    readonly kind: HoldKind;
    readonly recordId: string;
    readonly reason: string;
  },
): Promise<'placed' | 'no record' | 'held'> {
  const { businessId, kind, reason, personId, at } = hold;
  const recordId = await findRecordId(transaction, businessId, kind, hold.recordId);
  if (recordId === null) return 'no record';
  // Serializes two holds on one record.
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`legal_hold ${businessId} ${recordId}`}, 0))::text`;
  const held = await transaction.legalHold.count({ where: { businessId, kind, recordId, liftedAt: null } });
  if (held > 0) return 'held';
  await transaction.legalHold.create({
    data: { businessId, kind, recordId, reason, placedById: personId, placedAt: toDate(at) },
  });
  return 'placed';
}

/** Locks an active hold. Null: it doesn’t exist or was lifted. */
export async function lockHold(transaction: Transaction, businessId: BusinessId, holdId: string) {
  await transaction.$queryRaw`
    SELECT FROM legal_hold WHERE business_id = ${businessId}::uuid AND hold_id = ${holdId}::uuid FOR UPDATE`;
  const row = await transaction.legalHold.findFirst({ where: { businessId, holdId, liftedAt: null } });
  if (row === null) return null;
  const { liftProposedById, liftReason } = row;
  return {
    kind: z.enum(holdKinds).parse(row.kind),
    recordId: row.recordId,
    lift:
      liftProposedById === null
        ? null
        : { proposedBy: toId<PersonId>(liftProposedById), reason: liftReason ?? '' },
  };
}

/** Stores a proposal to lift a hold, or removes it. */
export async function storeHoldLiftProposal(
  transaction: Transaction,
  businessId: BusinessId,
  holdId: string,
  proposal: (Answer & { readonly reason: string }) | null,
): Promise<void> {
  await transaction.legalHold.update({
    where: { businessId_holdId: { businessId, holdId } },
    data: {
      liftReason: proposal?.reason ?? null,
      liftProposedById: proposal?.personId ?? null,
      liftProposedAt: proposal === null ? null : toDate(proposal.at),
    },
  });
}

/** Lifts a hold as proposed. */
export async function storeHoldLift(
  transaction: Transaction,
  businessId: BusinessId,
  holdId: string,
  { personId, at }: Answer,
): Promise<void> {
  await transaction.legalHold.update({
    where: { businessId_holdId: { businessId, holdId } },
    data: { liftedById: personId, liftedAt: toDate(at) },
  });
}
