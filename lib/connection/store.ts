import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, toDate } from '#lib/values/instant.ts';
import { conflictFingerprintSql } from './conflict-fingerprint.ts';

type CheckKey = 'credentials' | 'clock' | 'payment-read' | 'settled-payments';

export type CheckOutcome = {
  readonly key: CheckKey;
  readonly state: 'good' | 'attention' | 'bad';
  readonly message: string;
};

type StoredCheck = Omit<CheckOutcome, 'key'> & { readonly at: Instant };

/** Stores the results of a check over those of the previous one. */
export async function saveChecks(
  transaction: Transaction,
  businessId: BusinessId,
  at: Instant,
  outcomes: readonly CheckOutcome[],
): Promise<void> {
  const checks = Object.fromEntries(
    outcomes.map(({ key, state, message }) => [key, { state, message: message.slice(0, 1_000), at }]),
  );
  await transaction.$executeRaw`
    UPDATE business SET checks = checks || ${JSON.stringify(checks)}::jsonb WHERE id = ${businessId}::uuid`;
}

const storedChecks = z.record(
  z.string(),
  z.object({
    state: z.enum(['good', 'attention', 'bad']).catch('attention'),
    message: z.string(),
    at: z.number().transform(instant),
  }),
);

/** Returns the stored check results of a business by their key. */
export async function readChecks(businessId: BusinessId): Promise<ReadonlyMap<string, StoredCheck>> {
  const business = await database().business.findUnique({
    where: { id: businessId },
    select: { checks: true },
  });
  return new Map(Object.entries(storedChecks.parse(business?.checks ?? {})));
}

const selectRecord = {
  payment: `payment WHERE payment_id`,
  deposit: `deposit WHERE deposit_id`,
  withdrawal: `withdrawal WHERE withdrawal_id`,
} as const;

/** Returns whether the record still has the conflict with this fingerprint. */
export async function hasSameConflict(
  transaction: Transaction,
  {
    businessId,
    kind,
    id,
    fingerprint,
  }: { businessId: BusinessId; kind: keyof typeof selectRecord; id: string; fingerprint: string },
): Promise<boolean> {
  const rows = await transaction.$queryRawUnsafe<unknown[]>(
    `SELECT 1 FROM ${selectRecord[kind]} = $2::uuid AND business_id = $1::uuid AND conflicts <> '[]'::jsonb
      AND ${conflictFingerprintSql('conflicts')} = $3`,
    businessId,
    id,
    fingerprint,
  );
  return rows.length > 0;
}

/** Stores an acknowledgement. Returns false if the conflict was acknowledged before. */
export async function saveAcknowledgement(
  transaction: Transaction,
  {
    at,
    ...row
  }: {
    readonly businessId: BusinessId;
    readonly record: string;
    readonly recordId: string;
    readonly said: string;
    readonly personId: PersonId;
    readonly note: string;
    readonly at: Instant;
  },
): Promise<boolean> {
  const { count } = await transaction.contradictionAcknowledgement.createMany({
    data: [{ ...row, at: toDate(at) }],
    skipDuplicates: true,
  });
  return count > 0;
}
