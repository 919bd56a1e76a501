import { receiveCallback } from '#lib/callbacks/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';

/** The hidden content of a store, which people without risk.read must not see. */
export type HiddenContent = {
  /** Risk fields of the deposit in the payment record. */
  readonly read: Readonly<Record<string, unknown>>;
  /** Risk in a second read and a last withdrawal callback. Absent if there are none. */
  readonly later?: { readonly read: Readonly<Record<string, unknown>>; readonly owner: unknown };
  /** The owner in the first withdrawal callback and in the repeated one. */
  readonly owner: unknown;
  readonly laterOwner: unknown;
  /** An invalid owner, so that its callback is quarantined. */
  readonly heldOwner: unknown;
  /** Extra fields in a deposit callback, which has no risk detail by the interface. */
  readonly callback: Readonly<Record<string, unknown>>;
  /** Bytes that are not JSON. */
  readonly unreadable: string;
  /** The stored part of a refused body. */
  readonly refused: string;
};

export const hiddenValueStores = {
  first: {
    read: {
      riskScore: '0.91',
      addressRiskAssessment: {
        addressOwner: { name: 'Hidden mixer', category: 'mixer' },
        sourceRiskEntities: [{ name: 'Hidden darknet market', category: 'darknet' }],
        destinationRiskEntities: null,
      },
    },
    owner: { name: 'Hidden owner', category: 'sanctions' },
    laterOwner: { name: 'Hidden owner', category: 'sanctions' },
    heldOwner: 'Hidden held owner',
    callback: { riskScore: '0.5' },
    unreadable: '{"riskScore": 0.9',
    refused: 'hidden and refused',
  },
  /** Other values of other lengths. The withdrawal callback was repeated with another owner. */
  second: {
    read: {
      riskScore: '12.345678',
      addressRiskAssessment: {
        addressOwner: null,
        sourceRiskEntities: [
          { name: 'One', category: 'scam' },
          { name: 'Another one', category: 'stolen funds' },
          { name: 'A third one', category: 'exchange' },
        ],
        destinationRiskEntities: [{ name: 'A long name of an entity', category: 'gambling' }],
      },
    },
    owner: { name: 'Somebody with a much longer name', category: 'exchange' },
    laterOwner: { name: 'Q', category: 'terrorism financing' },
    heldOwner: { name: ['not', 'a', 'text'], category: 5 },
    callback: { RiskScore: [1, 2, 3], addressRiskAssessment: { deep: [{ txAddressOwner: 1 }] } },
    unreadable: '{"riskScore": 0.12345678, "addressRiskAssessment": {"a": 1}, "and": "so on"',
    refused: 'hidden',
  },
  /** No risk detail where it may be absent. A withdrawal callback without an owner is quarantined. */
  absent: {
    read: {},
    owner: { name: '', category: '' },
    laterOwner: { name: '', category: '-' },
    heldOwner: undefined,
    callback: {},
    unreadable: '{',
    refused: 'h',
  },
} as const satisfies Record<string, HiddenContent>;

/** Samples of the hidden content of the first store. */
export const hiddenValueSamples = ['Hidden mixer', 'Hidden owner', 'Hidden darknet market'] as const;

const id = (last: number) => `00000000-0000-4000-a000-${String(last).padStart(12, '0')}`;
export const hiddenRecordIds = {
  payment: id(1),
  deposit: id(2),
  withdrawal: id(3),
  heldWithdrawal: id(4),
  reference: 'INV-2026-0001',
} as const;

const start = 1_793_000_000_000;

/** Deletes all data of the business except people, labels and the append-only audit log. */
export async function emptyBusiness(businessId: BusinessId): Promise<void> {
  const { rows } = await databasePool().query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name = 'business_id' AND table_name <> 'membership'
        AND table_name NOT LIKE 'audit%'`,
  );
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL session_replication_role = 'replica'`);
    for (const { name } of rows)
      await client.query(`DELETE FROM "${name}" WHERE business_id = $1::uuid`, [businessId]);
    await client.query(
      `UPDATE membership SET (mailed_at, deliveries, default_views, visited_before, visited_at) = (NULL, '{}', '{}', NULL, NULL)
        WHERE business_id = $1::uuid`,
      [businessId],
    );
    // A page of an unknown payment reads it from the service, and the failures of all businesses pause the reads.
    await client.query(
      `UPDATE installation SET reads_paused_since = NULL, reads_paused_until = NULL, reads_probed_until = NULL,
              read_failures = NULL, reads_failed_at = NULL, reads_failure = NULL`,
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  // Counters start at the same number in each store.
  for (const sequence of ['callback_delivery_id_seq', 'callback_refusal_id_seq'])
    await databasePool().query(`ALTER SEQUENCE ${sequence} RESTART WITH 9000000`);
}

async function deliver(
  businessId: BusinessId,
  second: number,
  kind: 'deposit-received' | 'withdrawal' | 'deposit-exchanged',
  body: unknown,
): Promise<void> {
  const sent = toSampleBytes(body);
  await receiveCallback({
    businessId,
    kind,
    body: sent,
    headers: { 'content-length': String(sent.byteLength), 'user-agent': 'service' },
    receivedAt: instant(start + second * 1_000),
  });
}

/** Fills an empty business. All visible content is the same each time. */
export async function fillBusiness(businessId: BusinessId, hidden: HiddenContent): Promise<void> {
  const payment = { paymentId: hiddenRecordIds.payment, clientPaymentId: hiddenRecordIds.reference };
  const read = (second: number, risk: Readonly<Record<string, unknown>>) =>
    inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId,
        paymentId: toId<PaymentId>(hiddenRecordIds.payment),
        source: 'read',
        startedAt: instant(start + second * 1_000),
        body: toSampleBytes(
          paymentRecordSample(businessId, {
            ...payment,
            deposits: [depositRecordSample({ id: hiddenRecordIds.deposit, ...risk })],
          }),
        ),
      }),
    );
  await read(1, hidden.read);
  await deliver(
    businessId,
    2,
    'deposit-received',
    depositCallbackSample({ ...payment, depositId: hiddenRecordIds.deposit, ...hidden.callback }),
  );
  const withdrawal = (fields: Readonly<Record<string, unknown>>) =>
    withdrawalCallbackSample(businessId, {
      withdrawalId: hiddenRecordIds.withdrawal,
      clientWithdrawalId: 'OUT-1',
      ...fields,
    });
  await deliver(businessId, 3, 'withdrawal', withdrawal({ txAddressOwner: hidden.owner }));
  await deliver(businessId, 4, 'withdrawal', withdrawal({ txAddressOwner: hidden.laterOwner }));
  await deliver(
    businessId,
    5,
    'withdrawal',
    withdrawal({ txAddressOwner: hidden.laterOwner, withdrawFee: '0.5' }),
  );
  await deliver(
    businessId,
    6,
    'withdrawal',
    withdrawal({
      withdrawalId: hiddenRecordIds.heldWithdrawal,
      clientWithdrawalId: 'OUT-2',
      txAddressOwner: hidden.heldOwner,
    }),
  );
  await deliver(businessId, 7, 'withdrawal', hidden.unreadable);
  await deliver(businessId, 8, 'deposit-exchanged', { event: 'exchanged', ...hidden.callback });
  if (hidden.later) {
    await read(60, hidden.later.read);
    await deliver(businessId, 61, 'withdrawal', {
      ...withdrawal({ withdrawFee: '0.5' }),
      txAddressOwner: hidden.later.owner,
    });
  }
  await database().callbackRefusal.create({
    data: {
      businessId,
      kind: 'withdrawal',
      reason: 'too-large',
      ...{ firstSeenAt: new Date(start + 9_000), lastSeenAt: new Date(start + 9_000) },
      headers: { 'content-length': String(70_000 + hidden.refused.length) },
      excerpt: toSampleBytes(hidden.refused),
      length: hidden.refused.length,
    },
  });
  // Replaces random references by the same ones each time, in order of arrival.
  for (const [table, at] of [
    ['callback_message', 'first_received_at'],
    ['service_answer', 'first_started_at'],
  ])
    await databasePool().query(
      `UPDATE ${table} SET reference = md5('${table}' || ${at}::text)::uuid WHERE business_id = $1::uuid`,
      [businessId],
    );
}
