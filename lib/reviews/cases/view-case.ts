import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit, writeAuditOnce } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readDeposit, viewDepositRisk } from '#lib/deposits/index.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { readPayment } from '#lib/payments/index.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { readWithdrawal, viewWithdrawalRisk } from '#lib/withdrawals/index.ts';
import type { JoinedCase } from '../merge/schema.ts';
import { readCase } from '../queries/case.ts';
import type { CaseView } from '../schema/case.ts';
import type { RiskPicture } from './model/risk.ts';
import { toRiskPicture } from './model/risk.ts';
import type { CaseSubject, CaseSubjects, SubjectOfCase } from './schema/subject.ts';

const orNull = async <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.code === 'not-found') return null;
    throw thrown;
  });

/**
 * A case for somebody who opens it. Its notes, reports and files are risk detail, so that it was opened is audited, also
 * where no risk was told of what it is about. Throws Problem 'not-found' or 'forbidden'.
 */
export async function viewCase(
  context: Context<PersonActor>,
  business: string,
  reviewCase: string,
): Promise<CaseView> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const view = await readCase(context, businessId, reviewCase);
  await inTransaction((transaction) => writeAudit(transaction, context, viewed(view)));
  return view;
}

/**
 * The same for the page that stays open and for whoever asks for JSON: that they looked is audited too, once for each
 * person, case and few minutes ({@link writeAuditOnce}), because the page asks again with each change and its opening has
 * an entry already. Throws Problem 'not-found' or 'forbidden'.
 */
export async function watchCase(
  context: Context<PersonActor>,
  business: string,
  reviewCase: string,
): Promise<CaseView> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const view = await readCase(context, businessId, reviewCase);
  await inTransaction((transaction) => writeAuditOnce(transaction, context, viewed(view)));
  return view;
}

const viewed = ({ businessId, caseId, joined }: CaseView) => ({
  businessId: toId<BusinessId>(businessId),
  action: 'review-case.view',
  objectType: 'review-case',
  objectId: caseId,
  ...(joined.length > 0 ? { after: { joined: joined.map((one) => one.caseId) } } : {}),
});

/** So many of the cases that joined one are shown whole on its page; the others have pages of their own. */
const mostWhole = 10;
/** Of a list of risk entities of each of them. */
const mostNamesOfJoined = 20;

/**
 * All that a case is about, whole, risk detail included: each view of that is audited. Of cases that joined it the first
 * ten. Throws Problem.
 */
export async function readSubjects(
  context: Context<PersonActor>,
  { businessId, own, joined }: Pick<CaseView, 'businessId' | 'own' | 'joined'>,
): Promise<CaseSubjects> {
  const shown = [own, ...joined.slice(0, mostWhole)];
  const deposits = shown.filter(({ subjectKind }) => subjectKind === 'deposit');
  const risks = await viewDepositRisk(
    context,
    businessId,
    deposits.map(({ subjectId }) => subjectId),
  );
  const riskOf = (id: string) =>
    toRiskPicture(
      risks.find(({ depositId }) => depositId === id) ?? null,
      id === own.subjectId ? undefined : mostNamesOfJoined,
    );
  const read = async ({ caseId, number, subjectKind, subjectId }: JoinedCase): Promise<SubjectOfCase> => ({
    caseId,
    number,
    subject:
      subjectKind === 'withdrawal'
        ? await readPayout(context, businessId, subjectId)
        : await readDeposited(context, businessId, subjectId, riskOf(subjectId)),
  });
  const [first, ...others] = await Promise.all(shown.map(read));
  if (first === undefined) throw new Problem('not-found', 'This business has no case with this ID.');
  return { own: first, joined: others, more: joined.length - others.length };
}

async function readPayout(
  context: Context<PersonActor>,
  businessId: string,
  subjectId: string,
): Promise<CaseSubject> {
  const withdrawal = await readWithdrawal(context, businessId, subjectId);
  return { kind: 'withdrawal', withdrawal, risk: await viewWithdrawalRisk(context, businessId, subjectId) };
}

async function readDeposited(
  context: Context<PersonActor>,
  businessId: string,
  subjectId: string,
  risk: RiskPicture | null,
): Promise<CaseSubject> {
  const deposit: DepositDetail = await readDeposit(context, businessId, subjectId);
  const payment: PaymentDetail | null = await orNull(readPayment(context, businessId, deposit.paymentId));
  return { kind: 'deposit', deposit, payment, risk };
}
