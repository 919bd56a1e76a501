import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { ShownWith } from '../model/observation.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import type { InboxMessage } from '../store/inbox.ts';
import { findShownWith } from '../store/inbox.ts';
import { withPaymentSnapshot } from '../store/payment.ts';
import { writeRows } from '../store/rows.ts';
import { loadWithdrawal } from '../store/withdrawal.ts';
import type { Decision, Effect } from './decide-callback.ts';
import { decideDeposit, decideWithdrawal } from './decide-callback.ts';

export type { Effect } from './decide-callback.ts';

type Arrival = {
  readonly businessId: BusinessId;
  readonly receivedAt: Instant;
  readonly quiet?: boolean;
};

/**
 * What a message that was never here before does to the read model. Null: nothing. The caller holds the locks, among them
 * those of the payments `locked`. Throws Overtaken.
 */
export async function applyCallback(
  transaction: Transaction,
  arrival: Arrival,
  message: InboxMessage,
  read: ParsedCallback,
  locked: ReadonlySet<PaymentId>,
): Promise<Effect | null> {
  const shownWith = await findShownWith(transaction, message.id);
  const decision = await decide(transaction, { ...arrival, id: message.id, shownWith }, read, locked);
  if (decision === null) return null;
  await writeRows(transaction, decision.rows, arrival.quiet === true ? null : decision.told);
  return decision.effect;
}

/** The message itself is among the versions that are counted: it is in the inbox already. */
async function decide(
  transaction: Transaction,
  arrival: Arrival & Pick<InboxMessage, 'id'> & { readonly shownWith: ShownWith | null },
  read: ParsedCallback,
  locked: ReadonlySet<PaymentId>,
): Promise<Decision | null> {
  const { businessId } = arrival;
  if (read.kind === 'deposit')
    return withPaymentSnapshot(
      transaction,
      { businessId, paymentId: read.paymentId, named: [read.depositId], locked },
      (known) => decideDeposit(arrival, read, known),
    );
  if (read.kind === 'withdrawal')
    return decideWithdrawal(arrival, read, await loadWithdrawal(transaction, businessId, read.withdrawalId));
  return null;
}
