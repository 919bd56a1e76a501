import 'server-only';
import { depositsOfPayment, readDeposit, viewDepositRisk } from '#lib/deposits/index.ts';
import type { DepositDetail, DepositRisk } from '#lib/deposits/schema.ts';
import { readPayment } from '#lib/payments/index.ts';
import type { PaymentDetail } from '#lib/payments/schema-fields.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { readWithdrawal, viewWithdrawalRisk } from '#lib/withdrawals/index.ts';
import type { CaseView } from './schema.ts';
import type { CaseSubject } from './schema-subject.ts';

const orNull = async <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.code === 'not-found') return null;
    throw thrown;
  });

/** What a case is about, whole, risk detail included: each view of that is audited. */
export async function readSubject(
  context: Context<PersonActor>,
  { businessId, subjectKind, subjectId }: CaseView,
): Promise<CaseSubject> {
  if (subjectKind === 'withdrawal') {
    const withdrawal = await readWithdrawal(context, businessId, subjectId);
    return { kind: 'withdrawal', withdrawal, risk: await viewWithdrawalRisk(context, businessId, subjectId) };
  }
  const deposit: DepositDetail = await readDeposit(context, businessId, subjectId);
  const [payment, siblings, risks]: [PaymentDetail | null, readonly DepositDetail[], readonly DepositRisk[]] =
    await Promise.all([
      orNull(readPayment(context, businessId, deposit.paymentId)),
      depositsOfPayment(context, businessId, deposit.paymentId),
      viewDepositRisk(context, businessId, [subjectId]),
    ]);
  return { kind: 'deposit', deposit, payment, deposits: siblings.length, risk: risks[0] ?? null };
}
