import { tReviewReport } from '#lib/messages/review-reports.ts';
import { tStatus } from '#lib/messages/status.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import {
  depositStatuses,
  paymentStatuses,
  refundReasons,
  refundStatuses,
  withdrawalStatuses,
} from '#lib/service/contract/enumerations.ts';
import type { CaseAmounts } from '../../cases/merge/schema.ts';
import type { EntityList } from '../../cases/model/risk.ts';
import type { CaseFact, CaseView } from '../../cases/schema/case.ts';
import type { CaseSubject, CaseSubjects } from '../../cases/schema/subject.ts';
import { formatFactKind } from '../../model.ts';

const orNotReported = (value: string | null | undefined): string => value ?? tReviewReport('notReported');
/** Returns a value of the interface in words. A value that the interface doesn't document is returned as received. */
function inWords<Value extends string>(
  received: string | null | undefined,
  values: readonly Value[],
  label: (value: Value) => string,
): string {
  const documented = values.find((value) => value === received);
  return documented === undefined ? orNotReported(received) : label(documented);
}
const depositStatus = (received: string | null): string =>
  inWords(received, depositStatuses, (value) => tStatus(`deposit.${value}`));
const withdrawalStatus = (received: string | null): string =>
  inWords(received, withdrawalStatuses, (value) => tStatus(`withdrawal.${value}`));

const formatMoney = (amount: string | null, currency: string | null): string =>
  amount === null ? tReviewReport('notReported') : `${amount} ${currency ?? ''}`.trim();
const formatMoment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('.000', '');

/** Limits that keep a draft of many cases readable and small enough to save. */
const listedEntities = 25;
const longestName = 80;

/** Characters. A draft holds 50,000, and the person's own text needs room as well. */
const longestFacts = 35_000;

const shorten = (text: string): string =>
  text.length > longestName ? `${text.slice(0, longestName)}…` : text;

const formatEntity = (name: string | null | undefined, category: string | null | undefined): string =>
  tReviewReport('entity', {
    name: shorten(orNotReported(name)),
    category: shorten(orNotReported(category)),
  });

function formatEntities(list: EntityList | null | undefined): string {
  if (list === null || list === undefined) return tReviewReport('notAssessed');
  if (list.count === 0) return tReviewReport('noEntities');
  const entities = list.groups.flatMap(({ category, names }) =>
    names.map((name) => formatEntity(name, category)),
  );
  const shown = entities.slice(0, listedEntities);
  const more = list.count - shown.length;
  return [...shown, ...(more > 0 ? [tReviewReport('moreEntities', { count: more })] : [])].join('; ');
}

function listWithdrawalLines({
  withdrawal,
  risk,
}: Extract<CaseSubject, { kind: 'withdrawal' }>): readonly string[] {
  const { actualWithdrawAmount: actual, estimatedWithdrawAmount: estimate } = withdrawal;
  const isEstimate = actual === null && estimate !== null;
  const amount = formatMoney(actual ?? estimate, withdrawal.withdrawCurrency);
  return [
    tReviewReport('withdrawal.id', { value: withdrawal.withdrawalId }),
    tReviewReport('withdrawal.reference', { value: orNotReported(withdrawal.clientWithdrawalId) }),
    tReviewReport('withdrawal.status', { value: withdrawalStatus(withdrawal.status) }),
    tReviewReport(isEstimate ? 'withdrawal.estimatedAmount' : 'withdrawal.amount', { value: amount }),
    tReviewReport('withdrawal.toAddress', { value: orNotReported(withdrawal.toTxAddress) }),
    tReviewReport('withdrawal.transaction', { value: orNotReported(withdrawal.transactionId) }),
    tReviewReport('withdrawal.received', { value: formatMoment(withdrawal.firstReceivedAt) }),
    tReviewReport('withdrawal.owner', {
      value: tReviewReport('entity', {
        name: orNotReported(risk?.ownerName),
        category: orNotReported(risk?.ownerCategory),
      }),
    }),
  ];
}

/** Lists the amounts that the payment of a deposit requested. */
function listPaymentLines(payment: PaymentDetail | null): readonly string[] {
  const { expectedDisplayAmount, displayCurrency, expectedDepositAmount, depositCurrency } = payment ?? {};
  return [
    tReviewReport('payment.status', {
      value: inWords(payment?.status, paymentStatuses, (value) => tStatus(`payment.${value}`)),
    }),
    tReviewReport('payment.requested', {
      value: formatMoney(expectedDisplayAmount ?? null, displayCurrency ?? null),
    }),
    tReviewReport('payment.requestedCoin', {
      value: formatMoney(expectedDepositAmount ?? null, depositCurrency ?? null),
      network: orNotReported(payment?.expectedNetwork),
    }),
  ];
}

function listDepositLines({
  deposit,
  payment,
  risk,
}: Extract<CaseSubject, { kind: 'deposit' }>): readonly string[] {
  const { depositAmount, callbackDepositAmount, depositCurrency, depositReceivedAt } = deposit;
  const owner = risk?.owner;
  const isFromCallback = depositAmount === null && callbackDepositAmount !== null;
  const amount = formatMoney(depositAmount ?? callbackDepositAmount, depositCurrency);
  const refund =
    deposit.refundFirstSeenAt === null
      ? tReviewReport('noRefund')
      : tReviewReport('refund', {
          status: inWords(deposit.refundStatus, refundStatuses, (value) => tStatus(`refund.${value}`)),
          reason: inWords(deposit.refundReason, refundReasons, (value) => tStatus(`refundReason.${value}`)),
        });
  const ownerText = owner
    ? tReviewReport('entity', { name: orNotReported(owner.name), category: orNotReported(owner.category) })
    : tReviewReport('notAssessed');
  return [
    tReviewReport('deposit.id', { value: deposit.depositId }),
    tReviewReport('deposit.paymentId', { value: deposit.paymentId }),
    tReviewReport('deposit.reference', { value: orNotReported(deposit.clientPaymentId) }),
    tReviewReport('deposit.status', { value: depositStatus(deposit.status) }),
    ...listPaymentLines(payment),
    tReviewReport(isFromCallback ? 'deposit.callbackAmount' : 'deposit.amount', {
      value: amount,
      network: orNotReported(deposit.network),
    }),
    tReviewReport('deposit.displayAmount', {
      value: formatMoney(deposit.displayAmount, deposit.displayCurrency),
    }),
    tReviewReport('deposit.credited', {
      value: formatMoney(deposit.uniformPayableAmount, deposit.uniformCurrency),
    }),
    tReviewReport('deposit.fromAddress', { value: orNotReported(deposit.fromAddress) }),
    tReviewReport('deposit.toAddress', { value: orNotReported(deposit.toAddress) }),
    tReviewReport('deposit.transaction', { value: orNotReported(deposit.transactionId) }),
    tReviewReport('deposit.received', {
      value:
        depositReceivedAt === null ? tReviewReport('notReported') : formatMoment(depositReceivedAt * 1000),
    }),
    tReviewReport('deposit.refund', { value: refund }),
    tReviewReport('deposit.riskScore', { value: risk?.riskScore ?? tReviewReport('notAssessed') }),
    tReviewReport('deposit.owner', { value: ownerText }),
    tReviewReport('deposit.source', { value: formatEntities(risk?.source) }),
    tReviewReport('deposit.destination', { value: formatEntities(risk?.destination) }),
  ];
}

const listOwnPaymentLines = ({ payment }: Extract<CaseSubject, { kind: 'payment' }>): readonly string[] => [
  tReviewReport('payment.id', { value: payment.paymentId }),
  tReviewReport('payment.reference', { value: orNotReported(payment.clientPaymentId) }),
  ...listPaymentLines(payment),
  tReviewReport('payment.deposits', { value: String(payment.depositCount) }),
  tReviewReport('payment.address', { value: orNotReported(payment.walletAddress) }),
];

function listSubjectLines(subject: CaseSubject): readonly string[] {
  switch (subject.kind) {
    case 'deposit':
      return listDepositLines(subject);
    case 'withdrawal':
      return listWithdrawalLines(subject);
    case 'payment':
      return listOwnPaymentLines(subject);
  }
}

const describeReason = (kind: CaseFact['kind'], detail: CaseFact['detail']): string =>
  detail?.rule === undefined
    ? formatFactKind(kind)
    : tReviewReport('facts.rule', {
        kind: formatFactKind(kind),
        name: detail.rule.name,
        number: String(detail.rule.number),
        sentence: detail.rule.says,
      });

function describeFact({ kind, endedAt, detail, of: caseNumber }: CaseFact): string {
  const reason = describeReason(kind, detail);
  const number = caseNumber === null ? null : String(caseNumber);
  if (endedAt === null) return number === null ? reason : tReviewReport('facts.ofCase', { reason, number });
  const ended = formatMoment(endedAt);
  return number === null
    ? tReviewReport('facts.ended', { reason, endedAt: ended })
    : tReviewReport('facts.endedOfCase', { reason, number, endedAt: ended });
}

/** Lists the totals of a merged case by currency, and how many of its amounts are not reported. */
function listTotalLines({ totals, eur, eurUnreported }: CaseAmounts): readonly string[] {
  return [
    tReviewReport('total.heading'),
    ...totals.map(({ currency, amount, unreported: missing }) => {
      const value = formatMoney(amount, currency);
      return missing === 0
        ? tReviewReport('total.amount', { value })
        : tReviewReport('total.partialAmount', { value, missing });
    }),
    eurUnreported === 0
      ? tReviewReport('total.credited', { value: formatMoney(eur, 'EUR') })
      : tReviewReport('total.partialCredited', { value: formatMoney(eur, 'EUR'), missing: eurUnreported }),
    '',
  ];
}

/**
 * Drafts the facts of a report: every value of the case's subjects, with all its digits. Missing values are named as not
 * reported.
 */
export function describeReportFacts(view: CaseView, { own, joined, more }: CaseSubjects): string {
  const isMerged = view.joined.length > 0;
  const title = (index: number, number: number) =>
    isMerged
      ? tReviewReport('subjectOfMany', {
          position: index + 1,
          count: view.joined.length + 1,
          number: String(number),
        })
      : tReviewReport('subject');
  const others = view.joined.slice(joined.length).map(({ number }) => number);
  const facts = [
    ...[own, ...joined].flatMap(({ number, subject }, index) => [
      title(index, number),
      ...listSubjectLines(subject),
      '',
    ]),
    ...(more > 0 ? [tReviewReport('moreSubjects', { numbers: others.join(', ') }), ''] : []),
    ...(isMerged ? listTotalLines(view.money) : []),
    tReviewReport('facts.heading'),
    ...view.facts.map((fact) => `${formatMoment(fact.seenAt)}  ${describeFact(fact)}`),
  ].join('\n');
  const shortened =
    facts.length <= longestFacts
      ? facts
      : `${facts.slice(0, longestFacts)}\n${tReviewReport('facts.shortened')}`;
  return `${shortened}\n\n${tReviewReport('narrative')}\n`;
}
