import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAuditOnce } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readDeposit, viewDepositRisk } from '#lib/deposits/index.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import { readPayment } from '#lib/payments/index.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { readWithdrawal, viewWithdrawalRisk } from '#lib/withdrawals/index.ts';
import type { SubjectKind } from '../model.ts';
import { readCategories } from '../settings/store/categories.ts';
import type { JoinedCase } from './merge/schema.ts';
import type { RiskAssessmentSummary } from './model/risk.ts';
import { summarizeRiskAssessment } from './model/risk.ts';
import { readCase } from './queries/case.ts';
import type { CaseView } from './schema/case.ts';
import type { CaseSubject, CaseSubjects, SubjectOfCase } from './schema/subject.ts';

const orNull = async <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.code === 'not-found') return null;
    throw thrown;
  });

/**
 * Returns a case for a person who looks at it. Notes, reports and files are risk detail, so every look is audited, even
 * without a risk assessment. An open page reads the case after each change, so this is once per person, case and few
 * minutes ({@link writeAuditOnce}).
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function viewCase(
  context: Context<PersonActor>,
  business: string,
  reviewCase: string,
): Promise<CaseView> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const view = await readCase(context, businessId, reviewCase);
  const { caseId, joined } = view;
  await inTransaction((transaction) =>
    writeAuditOnce(transaction, context, {
      businessId,
      action: 'review-case.view',
      objectType: 'review-case',
      objectId: caseId,
      ...(joined.length > 0 ? { after: { joined: joined.map((one) => one.caseId) } } : {}),
    }),
  );
  return view;
}

/** Limit of the merged cases whose full subject is on the page. The others have their own pages. */
const mostWhole = 10;
/** Limit of the entity names per list of a merged case. */
const mostNamesOfJoined = 20;

/**
 * Returns the full subjects of a case, with risk detail: each view of that is audited. Includes the first ten merged
 * cases.
 *
 * @throws Problem 'not-found' or 'forbidden'
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
  const categories = await readCategories(toId<BusinessId>(businessId));
  const findRisk = (id: string) =>
    summarizeRiskAssessment(
      risks.find(({ depositId }) => depositId === id) ?? null,
      id === own.subjectId ? undefined : mostNamesOfJoined,
      categories,
    );
  const read = async ({ caseId, number, subjectKind, subjectId }: JoinedCase): Promise<SubjectOfCase> => ({
    caseId,
    number,
    subject: await readSubject(subjectKind, subjectId),
  });
  const readSubject = async (kind: SubjectKind, subjectId: string): Promise<CaseSubject> => {
    switch (kind) {
      case 'deposit':
        return readDeposited(context, businessId, subjectId, findRisk(subjectId));
      case 'withdrawal':
        return readPayout(context, businessId, subjectId);
      case 'payment':
        return { kind: 'payment', payment: await readPayment(context, businessId, subjectId) };
    }
  };
  const [first, ...others] = await Promise.all(shown.map(read));
  if (first === undefined) throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
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
  risk: RiskAssessmentSummary | null,
): Promise<CaseSubject> {
  const deposit: DepositDetail = await readDeposit(context, businessId, subjectId);
  const payment: PaymentDetail | null = await orNull(readPayment(context, businessId, deposit.paymentId));
  return { kind: 'deposit', deposit, payment, risk };
}
