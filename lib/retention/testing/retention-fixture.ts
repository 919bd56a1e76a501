import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import { verifyAudit } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  observeAnswer,
  observeCallback,
  verifyEffects,
  verifyReadModel,
  verifyReceivedBytes,
  verifyReceivedCounts,
} from '#lib/observations/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { updateRollups, verifyRollups } from '#lib/rollups/index.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import { decideRetentionChange } from '../decide-retention-change.ts';
import { expireRecords } from '../expire-records.ts';
import type { RetentionKind } from '../model.ts';
import { proposeHoldLift } from '../propose-hold-lift.ts';
import { setRetentionForm } from '../schema.ts';
import { setRetention } from '../set-retention.ts';
import { verifyCaseNumbers } from '../verify-queries.ts';

/** Six years ago. */
const old = addMilliseconds(systemClock.now(), -6 * 366 * 86_400_000);

/** Registers the hooks that give each test a business with a second owner. */
export function createRetentionFixture() {
  let tenant: Tenant;
  let second: Context<PersonActor>;
  beforeEach(async () => {
    tenant = await createTenant();
    second = await createPerson(new Map([[tenant.businessId, 'owner' as const]]));
  });

  const set = (kind: RetentionKind, years: string) =>
    setRetention(tenant.as.owner, setRetentionForm.parse({ businessId: tenant.businessId, kind, years }));
  const answer = (context: Context<PersonActor>, proposalId: string, decision: ProposalAnswer) =>
    decideRetentionChange(context, { businessId: tenant.businessId, proposalId, answer: decision });
  const deliver = (kind: 'deposit-received' | 'withdrawal', body: unknown, at: number = old) =>
    inTransaction((transaction) =>
      observeCallback(transaction, {
        businessId: tenant.businessId,
        kind,
        body: toSampleBytes(body),
        headers: {},
        receivedAt: instant(at),
      }),
    );

  /** Expects that the audit log, the received data and the cases are complete. */
  const verifyKept = async (): Promise<void> => {
    expect((await verifyAudit()).breaches).toEqual([]);
    expect([...(await verifyReceivedCounts()), ...(await verifyReceivedBytes())]).toEqual([]);
    expect(await verifyCaseNumbers()).toEqual([]);
  };

  return {
    old,
    get tenant() {
      return tenant;
    },
    get second() {
      return second;
    },
    set,
    answer,
    deliver,
    /** Proposes to lift a hold. Returns the ID of the proposal. */
    proposeLift: async (context: Context<PersonActor>, holdId: string): Promise<string> => {
      const input = { businessId: tenant.businessId, holdId, reason: 'The court closed the case' };
      const { holds } = await proposeHoldLift(context, input);
      return holds.find((hold) => hold.holdId === holdId)?.lift?.proposalId ?? '';
    },
    /** Proposes and approves a shorter time. */
    setYears: async (kind: RetentionKind, years: string): Promise<void> => {
      const { changes } = await set(kind, years);
      await answer(second, changes.find((change) => change.kind === kind)?.proposalId ?? '', 'approve');
    },
    /** Reports a payment with a deposit by an answer and a callback, and ends its reading. */
    reportPayment: async (at: number = old) => {
      const [paymentId, depositId] = [randomUUID(), randomUUID()];
      const clientPaymentId = `order-${paymentId}`;
      const record = paymentRecordSample(tenant.businessId, {
        paymentId,
        clientPaymentId,
        deposits: [
          depositRecordSample({
            id: depositId,
            addressRiskAssessment: { addressOwner: { name: 'Some exchange' } },
          }),
        ],
      });
      await inTransaction((transaction) =>
        observeAnswer(transaction, {
          businessId: tenant.businessId,
          source: 'read',
          startedAt: instant(at),
          body: toSampleBytes(record),
        }),
      );
      const callback = depositCallbackSample({ paymentId, depositId, clientPaymentId });
      await deliver('deposit-received', callback, at);
      await database().payment.updateMany({ where: { paymentId }, data: { nextReadAt: null } });
      return { paymentId, depositId, callback };
    },
    /** Closes these days in the currencies of all records, as two people do, because records of open periods stay. */
    closePeriod: async (from = '2000-01-01', to = '2040-12-31', closedAt = new Date(systemClock.now())) => {
      const client = await databasePool().connect();
      try {
        // Stands for the approval by a second person.
        await client.query("BEGIN; SET LOCAL session_replication_role = 'replica'");
        await client.query(
          `INSERT INTO period_close (business_id, close_id, currency, number, revision, first_day, last_day, time_zone,
             begins_at, ends_at, counts_callbacks, head, rows_sha256, pack_sha256, closed_at)
           SELECT $1::uuid, gen_random_uuid(), currency, 1 + (SELECT count(*) FROM period_close WHERE business_id = $1::uuid),
                  1, $2::date, $3::date, 'UTC', $2::date, $3::date + 1, false, '{}', '', '', $4::timestamptz
             FROM (SELECT settlement_currency AS currency FROM deposit WHERE business_id = $1::uuid
                   UNION SELECT settlement_currency FROM withdrawal WHERE business_id = $1::uuid) AS used
            WHERE currency IS NOT NULL`,
          [tenant.businessId, from, to, closedAt],
        );
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
    run: () => expireRecords(systemContext('retention'), new AbortController().signal),
    /** Lets the next run start from the oldest record again. */
    restart: () =>
      database().jobCursor.updateMany({
        where: { businessId: tenant.businessId, source: { startsWith: 'expiry-' } },
        data: { finishedAt: new Date(old) },
      }),
    /** Expects that no verification of the whole database finds a difference. */
    verifyAll: async (): Promise<void> => {
      const found: unknown[] = [];
      await updateRollups(systemContext(), new AbortController().signal);
      await verifyReadModel((difference) => found.push(difference));
      await verifyEffects((difference) => found.push(difference));
      await verifyRollups((difference) => found.push(difference));
      expect(found).toEqual([]);
      await verifyKept();
    },
    verifyKept,
    listActions: async () =>
      (
        await database().auditEntry.findMany({
          where: { chainId: tenant.businessId, action: { startsWith: 'retention.' } },
          orderBy: { sequence: 'asc' },
        })
      ).map(({ action }) => action),
  };
}
