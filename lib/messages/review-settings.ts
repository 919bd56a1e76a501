import { createMessages } from './create-messages.ts';

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
