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

/** Texts about requests for information on a case. */
export const tReviewRequests = createMessages({
  title: 'Request for information',
  open: 'Request information',
  to: { label: 'Who answers', service: 'The service', payer: 'The payer' },
  question: 'Question',
  questionHelp: {
    service: 'Stored on the case. Send it to the service yourself.',
    payer:
      'Becomes part of a neutral message to the customer. Don’t mention a review, a risk or an authority, and add no links.',
  },
  language: 'Language of the message',
  dueOn: 'Answer due on',
  send: 'Request information',
  failed: 'The request couldn’t be stored',
  done: 'Request stored. Send the message now.',
  waiting: {
    service: 'Waiting for the service until <time></time>',
    payer: 'Waiting for the payer until <time></time>',
  },
  overdue: {
    service: 'The service should have answered by <time></time>',
    payer: 'The payer should have answered by <time></time>',
  },
  message: 'Send this message yourself, by email or another channel.',
  copy: 'Copy message',
  email: 'Write email',
  answer: 'Answer',
  answerHelp: 'Enter what you received, or that no answer arrived. This ends the request.',
  record: 'Record answer',
  recordFailed: 'The answer couldn’t be stored',
  recorded: 'Answer recorded',
  ofRequest: { service: 'Request to the service', payer: 'Request to the payer' },
  isAnswer: 'Answer to the request',
  badge: 'Waiting for information',
  badgeOverdue: 'Information overdue',
  badgeHint: 'Information is requested on this case.',
  closedByReport:
    'A report to an authority was proposed, so you can’t request information. A request could warn the payer.',
  problem: {
    state: 'You can request information only for an open case.',
    open: 'A request on this case has no answer yet. Record it first.',
    answered: 'This request was answered already.',
    report:
      'A report to an authority was proposed on this case, or on another one of its payment. A request could warn the payer.',
    dueOn: 'Choose a day from today to 90 days from now.',
    link: 'Remove the link from the message.',
    word: 'Remove the word “{word}”. The message must not show that a payment is being reviewed.',
    reference: 'Only a payment or deposit has a payer.',
  },
});

/** Texts of taking the next case and of undoing changes. */
export const tReviewTakeNext = createMessages({
  takeNext: {
    button: 'Take next case',
    failed: 'The next case couldn’t be assigned to you',
    none: 'There are no unassigned cases',
  },
  undo: {
    button: 'Undo',
    done: '{count, plural, =0 {Nothing was undone} one {Change to # case undone} other {Changes to # cases undone}}',
    skipped:
      '{count, plural, one {# case was changed again in the meantime, so your change to this case was not undone.} other {# cases were changed again in the meantime, so your changes to these cases were not undone.}}',
    failed: 'The change couldn’t be undone',
  },
});
