import 'server-only';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { noteClaim } from './claim-deposit.ts';
import { foldPayment } from './fold-payment.ts';
import { foldWithdrawal } from './fold-withdrawal.ts';
import { depositObservation, withdrawalObservation } from './model-observation.ts';
import type { Received } from './model-received.ts';
import type { Conflict } from './model-register.ts';
import type { InboxMessage, Verdict } from './store-inbox.ts';
import { loadPayment } from './store-payment.ts';
import { loadWithdrawal } from './store-withdrawal.ts';

export type Effect = {
  readonly verdict: Verdict;
  readonly reasons: readonly Flaw[];
};

type Arrival = {
  readonly businessId: BusinessId;
  readonly receivedAt: Instant;
  readonly quiet?: boolean;
};

/** What a message that was never here before does to the read model. Null: nothing. The caller holds the locks. */
export async function applyCallback(
  transaction: Transaction,
  arrival: Arrival,
  message: InboxMessage,
  read: Received,
): Promise<Effect | null> {
  if (read.kind === 'deposit') return applyDeposit(transaction, arrival, message, read);
  if (read.kind === 'withdrawal') return applyWithdrawal(transaction, arrival, message, read);
  return null;
}

async function applyDeposit(
  transaction: Transaction,
  { businessId, receivedAt, quiet = false }: Arrival,
  message: InboxMessage,
  { paymentId, depositId, stated }: Extract<Received, { kind: 'deposit' }>,
): Promise<Effect> {
  const known = await loadPayment(transaction, businessId, paymentId, [depositId]);
  const isAnnounced = !quiet;
  const seen = depositObservation({ id: message.id, paymentId, receivedAt }, stated);
  if (known.elsewhere) return quarantined({ path: 'paymentId', problem: 'is a payment of another business' });
  const deposit = known.deposits.get(depositId);
  if (deposit !== undefined && deposit.paymentId !== paymentId) {
    await noteClaim(transaction, businessId, deposit, {
      claimant: paymentId,
      stamp: seen.stamp,
      isAnnounced,
    });
    const problem = `is not the payment of this deposit, which is ${deposit.paymentId}`;
    return quarantined({ path: 'paymentId', problem });
  }
  // Its own message is among them already.
  const versions = known.versions;
  const folded = await foldPayment(transaction, businessId, known, seen, {
    observedAt: receivedAt,
    versions: new Map([[depositId, versions]]),
    isAnnounced,
  });
  return {
    verdict: versions > 1 ? 'new-version' : 'applied',
    reasons: contradictions(folded.conflicts),
  };
}

async function applyWithdrawal(
  transaction: Transaction,
  { businessId, receivedAt, quiet = false }: Arrival,
  message: InboxMessage,
  { withdrawalId, stated }: Extract<Received, { kind: 'withdrawal' }>,
): Promise<Effect> {
  const { known, versions } = await loadWithdrawal(transaction, businessId, withdrawalId);
  const seen = withdrawalObservation({ id: message.id, withdrawalId, receivedAt }, stated);
  const conflicts = await foldWithdrawal(transaction, businessId, known, seen, {
    versions,
    isAnnounced: !quiet,
  });
  return {
    verdict: versions > 1 ? 'new-version' : 'applied',
    reasons: contradictions(conflicts),
  };
}

const quarantined = (reason: Flaw): Effect => ({
  verdict: 'quarantined',
  reasons: [reason],
});

const contradictions = (conflicts: readonly Conflict[]): Flaw[] =>
  conflicts.map(({ field, values }) => ({
    path: field,
    problem: `contradicts: ${values.map(({ value, source }) => `${value.slice(0, 100)} (${source})`).join(' against ')}`,
  }));
