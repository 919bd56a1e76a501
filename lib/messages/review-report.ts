import { createMessages } from './create-messages.ts';

/** Texts of a suspicious-activity report: the drafted facts and the errors of saving and filing. */
export const tReviewReport = createMessages({
  notReported: 'not reported',
  notAssessed: 'not yet assessed',
  noEntities: 'no illicit parties found',
  noRefund: 'no refund found',
  entity: '{name} ({category})',
  moreEntities: 'and {count, number} more parties',
  refund: '{status}, {reason}',
  withdrawal: {
    id: 'Withdrawal ID: {value}',
    reference: 'Client withdrawal ID: {value}',
    status: 'Service status: {value}',
    amount: 'Amount: {value}',
    estimatedAmount: 'Estimated amount: {value}',
    toAddress: 'Recipient address: {value}',
    transaction: 'Transaction: {value}',
    received: 'Reported at: {value}',
    owner: 'Attributed entity: {value}',
  },
  deposit: {
    id: 'Deposit ID: {value}',
    paymentId: 'Payment ID: {value}',
    reference: 'Reference: {value}',
    status: 'Service status: {value}',
    amount: 'Amount: {value} on {network}',
    callbackAmount: 'Amount from a callback (may be the total of the whole payment): {value} on {network}',
    displayAmount: 'Deposited amount in the price currency: {value}',
    credited: 'Net credited in EUR: {value}',
    fromAddress: 'Sender address: {value}',
    toAddress: 'Recipient address: {value}',
    transaction: 'Transaction: {value}',
    received: 'Received at: {value}',
    refund: 'Refund: {value}',
    riskScore: 'Risk score: {value}',
    owner: 'Attributed entity: {value}',
    source: 'Illicit sources of funds: {value}',
    destination: 'Illicit destinations of funds: {value}',
  },
  payment: {
    id: 'Payment ID: {value}',
    reference: 'Reference: {value}',
    deposits: 'Deposits: {value}',
    address: 'Deposit address: {value}',
    status: 'Payment status: {value}',
    requested: 'Requested amount: {value}',
    requestedCoin: 'Requested amount in the coin of the deposit: {value} on {network}',
  },
  subject: 'FLAGGED RECORD',
  subjectOfMany: 'FLAGGED RECORD {position, number} OF {count, number} (CASE {number})',
  moreSubjects: 'Other merged cases: {numbers}.',
  total: {
    heading: 'TOTAL OF ALL FLAGGED RECORDS',
    amount: 'Amount: {value}',
    partialAmount:
      'Amount: {value}, without {missing, plural, one {# record whose amount is} other {# records whose amounts are}} not reported',
    credited: 'Total in EUR (largest reported amount of each record): {value}',
    partialCredited:
      'Total in EUR (largest reported amount of each record): {value}, without {missing, plural, one {# record whose amount is} other {# records whose amounts are}} not reported',
  },
  facts: {
    heading: 'WHY IT WAS FLAGGED',
    rule: '{kind}: {name}, version {number}. {sentence}',
    ofCase: '{reason} (case {number})',
    ended: '{reason} (ended {endedAt})',
    endedOfCase: '{reason} (case {number}) (ended {endedAt})',
    shortened: '… This list is shortened. The evidence pack contains the full list.',
  },
  narrative: 'WHAT HAPPENED, AND WHY IT IS SUSPICIOUS',
  problem: {
    noDraft: 'This report has no draft yet. Save a draft first.',
    alreadyFiled: 'This report has already been filed.',
    changedBeforeFiling:
      'Someone else saved this report after you opened it. Reload the page and review the report.',
    missingSections:
      '{count, plural, one {This section is missing, empty or too short} other {These sections are missing, empty or too short}}: {sections}. Complete the report, then file it.',
    filingDay:
      'Enter a day from {first} to {last}. A report is filed after its decision, and an amendment after the version that it corrects.',
    amendsFiledOnly: 'This report is not filed yet. To change it, edit the draft.',
    amendedMeanwhile:
      'Someone else amended this report after you opened it. Reload the page and review the report.',
    undecided: 'Before you can file the report, a second person must approve the decision to report.',
    filed: 'This report has been filed. To change it, amend the report.',
    changedBeforeSaving:
      'Someone else saved this report after you opened it. Copy your text, then reload the page.',
  },
});
