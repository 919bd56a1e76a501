import 'server-only';
import { inTransaction } from '#lib/platform/transaction.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { parseJsonBytes } from '#lib/values/lossless-json.ts';
import { derive } from './model-derived.ts';
import { differencesOf, normalPayment, normalWithdrawal } from './model-difference.ts';
import { answerObservation, depositObservation, withdrawalObservation } from './model-observation.ts';
import { rebuildClaims, rebuildPayment, rebuildWithdrawal } from './model-rebuild.ts';
import { readStoredAnswer } from './model-record.ts';
import type { PaymentObservation } from './model-state.ts';
import { readReceived } from './read-received.ts';
import { isEffective } from './store-inbox.ts';
import { loadPayment } from './store-payment.ts';
import { loadWithdrawal } from './store-withdrawal.ts';
import type { StoredAnswer, StoredCallback } from './verify-queries.ts';
import { storedOfPayment, storedOfWithdrawal, subjectsAfter } from './verify-queries.ts';

/** A value that the read model holds and the stored bytes do not give, or the other way round. */
export type Difference = {
  readonly businessId: string;
  readonly record: string;
  readonly path: string;
  readonly held: string;
  readonly rebuilt: string;
};

const page = 500;

/**
 * Rebuilds every record from the stored bytes, beside the read model and without touching it, and says where the two
 * differ (invariant I3). Run it while nothing is being received, or what is on its way may show. What `npm run seed`
 * made up has no bytes: it is counted, not compared.
 */
export async function verifyReadModel(
  found: (difference: Difference) => void,
): Promise<{ payments: number; withdrawals: number; seeded: number; differences: number }> {
  let [differences, seeded] = [0, 0];
  const count = { payment: 0, withdrawal: 0 };
  for (const kind of ['payment', 'withdrawal'] as const) {
    let subjects = await subjectsAfter(kind, null, page);
    while (subjects.length > 0) {
      for (const subject of subjects) {
        if (subject.seeded) {
          seeded += 1;
          continue;
        }
        count[kind] += 1;
        const businessId = toId<BusinessId>(subject.business_id);
        const compared =
          kind === 'payment'
            ? await comparePayment(businessId, toId<PaymentId>(subject.id))
            : await compareWithdrawal(businessId, toId<WithdrawalId>(subject.id));
        differences += compared.length;
        for (const one of compared) found({ businessId, record: `${kind} ${subject.id}`, ...one });
      }
      subjects = await subjectsAfter(kind, subjects.at(-1) ?? null, page);
    }
  }
  return { payments: count.payment, withdrawals: count.withdrawal, seeded, differences };
}

async function comparePayment(businessId: BusinessId, paymentId: PaymentId) {
  const known = await inTransaction((transaction) => loadPayment(transaction, businessId, paymentId, []));
  const held = known.payment?.state ?? null;
  const named = [...(held?.deposits.values() ?? [])].flatMap(({ registers }) =>
    registers.conflicts.flatMap(({ values }) => values.map(({ observation }) => observation)),
  );
  const { callbacks, answers } = await storedOfPayment(businessId, paymentId, named);
  const all = [...callbacks.flatMap(fromCallback), ...answers.map(fromAnswer)];
  const owners = await ownersOf(businessId, paymentId, all);
  const rebuilt = rebuildPayment(
    all.filter((seen) => seen.paymentId === paymentId),
    (depositId) => owners.get(depositId) ?? null,
  );
  const whole = rebuilt === null ? null : rebuildClaims(rebuilt, all);
  const versions = (depositId: string) =>
    callbacks.filter(({ subjectId, verdict }) => subjectId === depositId && isEffective(verdict)).length;
  const differences = differencesOf(
    normalPayment(held, (depositId) => known.deposits.get(toId<DepositId>(depositId))?.versions ?? 0),
    normalPayment(whole, versions),
  );
  const derived = derive(
    whole?.registers.values ?? {},
    [...(whole?.deposits.values() ?? [])].map(({ registers }) => registers.values),
    serviceSettings().callbackMeaning.amounts,
  );
  return [...differences, ...differencesOf(known.payment?.derived ?? null, whole === null ? null : derived)];
}

async function ownersOf(
  businessId: BusinessId,
  paymentId: PaymentId,
  all: readonly PaymentObservation[],
): Promise<ReadonlyMap<DepositId, PaymentId>> {
  const named = all.flatMap(({ deposits }) => deposits.map(({ depositId }) => depositId));
  const { deposits } = await inTransaction((transaction) =>
    loadPayment(transaction, businessId, paymentId, named),
  );
  return new Map([...deposits].map(([depositId, deposit]) => [depositId, deposit.paymentId]));
}

function fromCallback(stored: StoredCallback): PaymentObservation[] {
  const read = readReceived({ kind: 'deposit-received', ...stored });
  return read.kind === 'deposit'
    ? [depositObservation({ ...stored, paymentId: read.paymentId }, read.stated)]
    : [];
}

const fromAnswer = (stored: StoredAnswer): PaymentObservation =>
  answerObservation(
    stored,
    readStoredAnswer(parseJsonBytes(stored.body), stored.source, serviceSettings().paymentReadField),
  );

async function compareWithdrawal(businessId: BusinessId, withdrawalId: WithdrawalId) {
  const { known: held } = await inTransaction((transaction) =>
    loadWithdrawal(transaction, businessId, withdrawalId),
  );
  const callbacks = await storedOfWithdrawal(businessId, withdrawalId);
  const rebuilt = rebuildWithdrawal(
    callbacks.flatMap((stored) => {
      const read = readReceived({ kind: 'withdrawal', ...stored });
      return read.kind === 'withdrawal'
        ? [withdrawalObservation({ ...stored, withdrawalId }, read.stated)]
        : [];
    }),
  );
  return differencesOf(
    normalWithdrawal(held?.state ?? null, held?.versions ?? 0),
    normalWithdrawal(rebuilt, callbacks.length),
  );
}
