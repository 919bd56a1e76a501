import { createMessages } from './create-messages.ts';

/** Labels of review cases that several pages share, messages of the desk's forms, and the reasons why an action is refused. */
export const tReviews = createMessages({
  /** Why a case is open. */
  fact: {
    'deposit-review': 'Deposit held for compliance review',
    'deposit-blocked': 'Deposit blocked',
    'refund-illicit': 'Refund for an illicit deposit',
    'refund-restricted': 'Refunded because the currency is restricted',
    'risk-entity': 'Illicit parties found',
    'risk-score': 'Risk score reached the threshold',
    'withdrawal-blocked': 'Withdrawal blocked',
    manual: 'Case opened by a person',
    rule: 'Review rule matched',
  },
  decision: {
    clear: {
      label: 'Clear case',
      means: 'You found no reason to hold back the money.',
    },
    'keep-blocked': {
      label: 'Maintain hold',
      means: 'The money stays blocked until the service or an authority decides otherwise.',
    },
    'recommend-refund': {
      label: 'Recommend refund',
      means: 'The money should go back to the sender.',
    },
    report: {
      label: 'File SAR/STR',
      means:
        'You decide to file a suspicious activity report (SAR/STR) with the authority. A second person must always approve this decision.',
    },
  },
  /** The next step at the service for a decision. */
  advice: {
    release:
      'In the service’s own dashboard, ask the service to release the money. Give the service the transaction hash and your reason.',
    'release-if-held':
      'We don’t know the status at the service. If the service is holding the money, ask it to release the money.',
    credited: 'The service has already credited this deposit, so there is nothing to release.',
    sent: 'The service has already sent this withdrawal, so there is nothing to release.',
    paid: 'The service has already credited this payment. There is nothing to release.',
    'not-paid': 'No one has paid this payment yet. There is nothing to release.',
    'not-held': 'The service doesn’t hold this money, so there is nothing to release.',
    'deposit-held': 'The service holds a deposit of this payment. Decide in that deposit’s own case first.',
    'keep-blocked':
      'Ask the service to keep the money blocked. Decide with your team who replies to the customer.',
    'block-if-held':
      'We don’t know the status at the service. If the service is holding the money, ask it to keep the money blocked.',
    refund: 'Request the refund in the service’s own dashboard. You can’t issue refunds here.',
    'report-held': 'Ask the service to keep the money blocked. Don’t explain the reason to the payer.',
    'report-if-held':
      'We don’t know the status at the service. If the service is holding the money, ask it to keep the money blocked. Don’t explain the reason to the payer.',
    'report-deposit':
      'Don’t explain the reason to the payer. Countinghouse doesn’t send this report to the service.',
    'report-withdrawal':
      'Don’t explain the reason to the customer. Countinghouse doesn’t send this report to the service.',
    refunding:
      'The service is refunding this money, so there is nothing to release. Follow the refund in the service’s own dashboard.',
    refunded: 'The service has already refunded this money, so there is nothing to release.',
    'release-rest':
      'A refund covers a part of this money. In the service’s own dashboard, ask the service to release only the rest.',
    'stop-refund':
      'The service is refunding this money. Ask it to stop the refund and keep the money blocked.',
    'nothing-to-block': 'The service has already refunded this money, so there is nothing to keep blocked.',
    'block-rest': 'A refund covers a part of this money. Ask the service to keep the rest blocked.',
    'refund-pending': 'The service is already refunding this money, so there is nothing to request.',
    'refund-confirmed': 'The service has already refunded this money, so there is nothing to request.',
    'refund-rest':
      'A refund covers a part of this money. If you want the rest refunded, too, ask for it in the service’s own dashboard.',
    'not-refundable':
      'The service reports that it can’t refund this money. Ask the service what it does with the money.',
    'check-refund':
      'The service reports a refund whose status we don’t know. Check it in the service’s own dashboard first.',
    'report-refunding':
      'Ask the service to stop the refund and keep the money blocked. Don’t explain the reason to the payer.',
  },
  /** Advice for some of the merged cases. */
  adviceOfCases: '{count, plural, one {Case {numbers}} other {Cases {numbers}}}: {advice}',
  /** Follows advice that moves money of a case with sanctions or terrorism. */
  sanctionsWarning:
    '{advice} This case concerns sanctions or terrorism, so moving the money may be illegal. Ask your legal adviser or the authority first.',
  checklist: {
    deposit: {
      identity: 'The payer is a customer that you know',
      source: 'Source of funds, illicit parties and attributed entity checked',
      history: 'Other payments, refunds and withdrawals of this address checked',
      sanctions: 'Names checked against the applicable sanctions lists',
      purpose: 'The payment matches what the customer buys',
      evidence: 'Evidence attached as a file or described in a note',
    },
    withdrawal: {
      identity: 'The recipient is a person or company that you know',
      source: 'Attributed entity and category of the recipient checked',
      history: 'Other payments, refunds and withdrawals of this address checked',
      sanctions: 'Names checked against the applicable sanctions lists',
      purpose: 'The purpose of the withdrawal is known',
      evidence: 'Evidence attached as a file or described in a note',
    },
    payment: {
      identity: 'The payer is a customer that you know',
      source: 'Deposits of this payment and their cases checked',
      history: 'Other payments and refunds of this customer checked',
      sanctions: 'Names checked against the applicable sanctions lists',
      purpose: 'The payment matches what the customer buys',
      evidence: 'Evidence attached as a file or described in a note',
    },
  },
  missingPeople: 'This business needs a second active person with the role Owner or Compliance.',
  unknownPerson: 'former member',
  /** Changes of the service status since a person opened the case. */
  change: {
    name: 'the {kind, select, deposit {deposit} payment {payment} other {withdrawal}} {reference}',
    nameInCase:
      'the {kind, select, deposit {deposit} payment {payment} other {withdrawal}} {reference} (case {number})',
    added: 'This record was added after you opened this case: {name}.',
    status: 'The status of {name} changed from {before} to {after}.',
    refundStatus: 'The refund status of {name} changed from {before} to {after}.',
    notReported: 'not reported',
    review:
      '{more, plural, =0 {{first} Review the case, then decide.} one {{first} # more change was found. Review the case, then decide.} other {{first} # more changes were found. Review the case, then decide.}}',
  },
});
