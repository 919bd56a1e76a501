import type { EntityList } from '../cases/model/risk.ts';
import type { CaseSubject, CaseSubjects } from '../cases/schema/subject.ts';
import type { CaseMoney } from '../merge/schema.ts';
import { factWord } from '../model.ts';
import type { CaseFact, CaseView } from '../schema/case.ts';

const told = (value: string | null | undefined): string => value ?? 'not told';
const money = (amount: string | null, currency: string | null): string =>
  amount === null ? 'not told' : `${amount} ${currency ?? ''}`.trim();
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000', '');

/** Of a list of entities; and of a name, so that a draft of many cases stays one that can be read and saved. */
const most = 25;
const longest = 80;

/** A draft takes 50,000 characters; what people write has to fit as well. */
const longestFacts = 35_000;

const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

function entities(list: EntityList | null | undefined): string {
  if (list === null || list === undefined) return 'not assessed';
  if (list.count === 0) return 'none named';
  const named = list.groups.flatMap(({ category, names }) =>
    names.map((name) => `${short(told(name))} (${short(told(category))})`),
  );
  const shown = named.slice(0, most);
  return `${shown.join('; ')}${list.count > shown.length ? `; and ${list.count - shown.length} more` : ''}`;
}

function subjectLines(subject: CaseSubject): readonly string[] {
  if (subject.kind === 'withdrawal') {
    const { withdrawal, risk } = subject;
    const isEstimate =
      withdrawal.actualWithdrawAmount === null && withdrawal.estimatedWithdrawAmount !== null;
    return [
      `Withdrawal ID: ${withdrawal.withdrawalId}`,
      `Customer reference: ${told(withdrawal.clientWithdrawalId)}`,
      `Status at the service: ${told(withdrawal.status)}`,
      `Amount${isEstimate ? ', estimated' : ''}: ${money(withdrawal.actualWithdrawAmount ?? withdrawal.estimatedWithdrawAmount, withdrawal.withdrawCurrency)}`,
      `To address: ${told(withdrawal.toTxAddress)}`,
      `Transaction: ${told(withdrawal.transactionId)}`,
      `Received: ${moment(withdrawal.firstReceivedAt)}`,
      `Owner of the address: ${told(risk?.ownerName)} (${told(risk?.ownerCategory)})`,
    ];
  }
  const { deposit, risk } = subject;
  const owner = risk?.owner;
  const byCallback = deposit.depositAmount === null && deposit.callbackDepositAmount !== null;
  return [
    `Deposit ID: ${deposit.depositId}`,
    `Payment ID: ${deposit.paymentId}`,
    `Customer reference: ${told(deposit.clientPaymentId)}`,
    `Status at the service: ${told(deposit.status)}`,
    `Amount${byCallback ? ', as a callback told it (it may be of the whole payment)' : ''}: ${money(deposit.depositAmount ?? deposit.callbackDepositAmount, deposit.depositCurrency)} on ${told(deposit.network)}`,
    `Amount asked in: ${money(deposit.displayAmount, deposit.displayCurrency)}`,
    `Credited in EUR: ${money(deposit.uniformPayableAmount, deposit.uniformCurrency)}`,
    `From address: ${told(deposit.fromAddress)}`,
    `To address: ${told(deposit.toAddress)}`,
    `Transaction: ${told(deposit.transactionId)}`,
    `Received: ${deposit.depositReceivedAt === null ? 'not told' : moment(deposit.depositReceivedAt * 1000)}`,
    `Refund: ${deposit.refundFirstSeenAt === null ? 'none known' : `${told(deposit.refundStatus)}, ${told(deposit.refundReason)}`}`,
    `Risk score: ${risk?.riskScore ?? 'not assessed'}`,
    `Owner of the address: ${owner ? `${told(owner.name)} (${told(owner.category)})` : 'not assessed'}`,
    `Source risk entities: ${entities(risk?.source)}`,
    `Destination risk entities: ${entities(risk?.destination)}`,
  ];
}

const reasonWords = (kind: CaseFact['kind'], detail: CaseFact['detail']): string =>
  detail?.rule === undefined
    ? factWord(kind)
    : `${factWord(kind)}: ${detail.rule.name}, version ${detail.rule.number}. ${detail.rule.says}`;

/** The money of a case that others joined: one sum for each currency, and how much of it is not told. */
function moneyLines({ totals, eur, eurUntold }: CaseMoney): readonly string[] {
  const rest = (untold: number) => (untold === 0 ? '' : `, ${untold} not told`);
  return [
    'TOGETHER',
    ...totals.map(({ currency, amount, untold }) => `Amount: ${money(amount, currency)}${rest(untold)}`),
    `Credited in EUR: ${money(eur, 'EUR')}${rest(eurUntold)}`,
    '',
  ];
}

/**
 * The beginning of a report: everything known of all that the case is about, digits as they are, and what is not known
 * named so.
 */
export function reportFacts(view: CaseView, { own, joined, more }: CaseSubjects): string {
  const all = [own, ...joined];
  const isMerged = view.joined.length > 0;
  const title = (index: number, number: number) =>
    isMerged ? `SUBJECT ${index + 1} OF ${view.joined.length + 1} (CASE ${number})` : 'SUBJECT';
  const others = view.joined.slice(joined.length).map(({ number }) => number);
  const facts = [
    ...all.flatMap(({ number, subject }, index) => [title(index, number), ...subjectLines(subject), '']),
    ...(more > 0 ? [`And the subjects of cases ${others.join(', ')}.`, ''] : []),
    ...(isMerged ? moneyLines(view.money) : []),
    'WHY IT WAS FLAGGED',
    ...view.facts.map(({ kind, seenAt, endedAt, detail, of }) => {
      const ended = endedAt === null ? '' : ` (no longer so since ${moment(endedAt)})`;
      return `${moment(seenAt)}  ${reasonWords(kind, detail)}${of === null ? '' : ` (case ${of})`}${ended}`;
    }),
  ].join('\n');
  const whole =
    facts.length <= longestFacts
      ? facts
      : `${facts.slice(0, longestFacts)}\n… cut here: the rest is in the evidence pack.`;
  return `${whole}\n\nWHAT HAPPENED, AND WHY IT IS SUSPICIOUS\n`;
}
