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

/** Instructions of what to do in the service’s dashboard. */
export const tReviewAdvice = createMessages({
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
  'stop-refund': 'The service is refunding this money. Ask it to stop the refund and keep the money blocked.',
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
});

/** The badge of a case that waits for requested information. */
export const tInformationBadge = createMessages({
  waiting: 'Waiting for information',
  overdue: 'Information overdue',
  hint: 'Information is requested on this case.',
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

/** Texts of the settings of the review desk, which a person changes in the browser. */
export const tReviewSettings = createMessages({
  settings: {
    title: 'Review settings',
    secondFrom: 'EUR amount from which a second person must approve',
    dueAfter: 'Time until a case is due',
    riskScoreFrom: 'Lowest risk score that opens a case',
    twoPersonCategories: 'Risk categories that need a second person at any amount',
    hours: '{hours, plural, one {# hour} other {# hours}}',
    off: 'Off',
    change: '<before></before> → <after></after>',
  },
  categories: {
    title: 'Order of risk categories',
    note: 'The queue and “Take next case” follow this order. Sanctions and terrorism always come first. A category that isn’t in the list counts as more serious than the listed categories.',
    label: 'Enter one category on each line, the most serious category first',
    save: 'Save order',
    saved: 'Order saved. The queue will be updated shortly.',
    failed: 'The order of risk categories couldn’t be saved',
  },
  form: {
    secondFrom: 'Amount from which a second person must approve',
    secondFromHelp:
      'This amount is compared with the largest EUR amount reported for a case. File SAR/STR, unknown amounts and changes to decisions made by two people always need a second person.',
    twoPersonCategories: 'Risk categories that need a second person at any amount',
    twoPersonCategoriesHelp:
      'Enter one word on each line. A category that contains the word needs a second person at any amount.',
    dueAfter: 'Hours until a case is due',
    riskScoreFrom: 'Lowest risk score that opens a case',
    riskScoreHelp:
      'If you leave this field empty, risk scores open no cases. The service doesn’t define a scale for the score.',
    weakerNote:
      'A higher amount, a removed risk category, a later due time, or a higher or empty risk score is less strict. Less strict settings need a second person’s approval. Stricter settings apply immediately.',
    weakerUnavailable: 'Less strict settings aren’t possible right now',
    reason: 'Reason for less strict settings',
    reasonHelp: 'This reason is shown to the approver and stored in the audit log.',
    pending: 'Approve, decline or withdraw the pending proposal before you change the settings.',
    save: 'Save settings',
    propose: 'Propose settings',
    saved: 'Settings saved',
    proposed: 'Settings proposed for approval',
    failed: 'The settings couldn’t be saved',
    ambiguous: 'This number can be read in two ways. Enter {first} or {second}.',
  },
  proposal: {
    declined: 'The proposed settings were declined',
    declinedBy: 'Declined by {person}, <time></time>. Proposed by {proposer}.',
    comment: 'Comment: {comment}',
    outdated: 'The settings have changed since this proposal. Decline or withdraw the proposal.',
    failed: 'Your decision on the proposal couldn’t be saved',
  },
});

/** Texts of the templates for the reason of a decision. */
export const tReviewTemplates = createMessages({
  title: 'Reason templates',
  note: 'A template fills in the reason for a decision. You can change the reason before you decide.',
  none: 'No templates yet.',
  new: 'New template',
  kind: 'Decision',
  name: 'Template name',
  text: 'Text of the reason',
  save: 'Save template',
  saved: 'Template saved',
  failed: 'The template couldn’t be saved',
  remove: 'Remove template',
  removeTitle: 'Remove the template “{name}”?',
  removeNote: 'No one can choose this template any more. The reasons of earlier decisions don’t change.',
  removed: 'Template removed',
  notRemoved: 'The template couldn’t be removed',
  version: 'version {version}',
  pick: 'Reason template',
  choose: 'Choose a template',
  replaceTitle: 'Replace the reason that you typed?',
  replace: 'Replace reason',
  keep: 'Keep my reason',
  refusals: {
    kind: 'Choose a decision.',
    name: 'Enter a name of at most 80 characters.',
    text: 'Enter a text of at most 5,000 characters.',
    changed: 'This template has changed. Reload the page.',
    mostTemplates:
      'A business can have at most {count} templates. Remove a template before you add another one.',
  },
});
