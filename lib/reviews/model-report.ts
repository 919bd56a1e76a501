import { factWord } from './model.ts';
import type { CaseFact, CaseView } from './schema.ts';
import type { CaseSubject } from './schema-subject.ts';

const told = (value: string | null | undefined): string => value ?? 'not told';
const money = (amount: string | null, currency: string | null): string =>
  amount === null ? 'not told' : `${amount} ${currency ?? ''}`.trim();
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000', '');

type Entity = { readonly name: string | null; readonly category: string | null };
const most = 25;

function entities(list: readonly Entity[] | null | undefined): string {
  if (list === null || list === undefined) return 'not assessed';
  if (list.length === 0) return 'none named';
  const named = list.slice(0, most).map(({ name, category }) => `${told(name)} (${told(category)})`);
  return `${named.join('; ')}${list.length > most ? `; and ${list.length - most} more` : ''}`;
}

function subjectLines(subject: CaseSubject): readonly string[] {
  if (subject.kind === 'withdrawal') {
    const { withdrawal, risk } = subject;
    return [
      `Withdrawal ID: ${withdrawal.withdrawalId}`,
      `Customer reference: ${told(withdrawal.clientWithdrawalId)}`,
      `Status at the service: ${told(withdrawal.status)}`,
      `Amount: ${money(withdrawal.actualWithdrawAmount ?? withdrawal.estimatedWithdrawAmount, withdrawal.withdrawCurrency)}`,
      `To address: ${told(withdrawal.toTxAddress)}`,
      `Transaction: ${told(withdrawal.transactionId)}`,
      `Received: ${moment(withdrawal.firstReceivedAt)}`,
      `Owner of the address: ${told(risk?.ownerName)} (${told(risk?.ownerCategory)})`,
    ];
  }
  const { deposit, risk } = subject;
  const owner = risk?.assessment?.addressOwner;
  return [
    `Deposit ID: ${deposit.depositId}`,
    `Payment ID: ${deposit.paymentId}`,
    `Customer reference: ${told(deposit.clientPaymentId)}`,
    `Status at the service: ${told(deposit.status)}`,
    `Amount: ${money(deposit.depositAmount ?? deposit.callbackDepositAmount, deposit.depositCurrency)} on ${told(deposit.network)}`,
    `Amount asked in: ${money(deposit.displayAmount, deposit.displayCurrency)}`,
    `Credited in EUR: ${money(deposit.uniformPayableAmount, deposit.uniformCurrency)}`,
    `From address: ${told(deposit.fromAddress)}`,
    `To address: ${told(deposit.toAddress)}`,
    `Transaction: ${told(deposit.transactionId)}`,
    `Received: ${deposit.depositReceivedAt === null ? 'not told' : moment(deposit.depositReceivedAt * 1000)}`,
    `Refund: ${deposit.refundFirstSeenAt === null ? 'none known' : `${told(deposit.refundStatus)}, ${told(deposit.refundReason)}`}`,
    `Risk score: ${risk?.riskScore ?? 'not assessed'}`,
    `Owner of the address: ${owner ? `${told(owner.name)} (${told(owner.category)})` : 'not assessed'}`,
    `Source risk entities: ${entities(risk?.assessment?.sourceRiskEntities)}`,
    `Destination risk entities: ${entities(risk?.assessment?.destinationRiskEntities)}`,
  ];
}

const reasonWords = (kind: CaseFact['kind'], detail: CaseFact['detail']): string =>
  detail?.rule === undefined
    ? factWord(kind)
    : `${factWord(kind)}: ${detail.rule.name}, version ${detail.rule.number}. ${detail.rule.says}`;

/** The beginning of a report: everything known of the case, digits as they are, and what is not known named so. */
export function reportFacts(view: CaseView, subject: CaseSubject): string {
  return [
    'SUBJECT',
    ...subjectLines(subject),
    '',
    'WHY IT WAS FLAGGED',
    ...view.facts.map(
      ({ kind, seenAt, endedAt, detail }) =>
        `${moment(seenAt)}  ${reasonWords(kind, detail)}${endedAt === null ? '' : ` (no longer so since ${moment(endedAt)})`}`,
    ),
    '',
    'WHAT HAPPENED, AND WHY IT IS SUSPICIOUS',
    '',
  ].join('\n');
}
