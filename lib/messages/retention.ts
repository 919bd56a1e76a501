import { createMessages } from './create-messages.ts';

/** Texts about retention times and legal holds. */
export const tRetention = createMessages({
  title: 'Data retention',
  explanation:
    'Records are kept forever unless you set a retention time here. The time starts when a record last changed. After this time, the record is removed with its notes, labels and callback contents. The hash and size of each callback are kept.',
  kinds: {
    payment: 'Payments, with deposits and refunds',
    withdrawal: 'Withdrawals',
    case: 'Closed review cases',
    callback: 'Callbacks without a record',
    audit: 'Audit log',
    'sign-in': 'Sign-ins',
  },
  kindHelp: {
    payment: 'A payment with a review case is kept until its case is removed.',
    withdrawal: 'A withdrawal with a review case is kept until its case is removed.',
    case: 'A case is removed with its decisions, notes, files and reports. Open cases are never removed.',
    callback:
      'These are quarantined, rejected or stored callbacks that belong to no payment or withdrawal. Hash and size are kept.',
    audit: 'The oldest entries are removed, up to an anchored one. The rest can still be checked.',
    'sign-in':
      'Sign-ins of all businesses are in one log. They are kept until each business has set a time, and the longest counts.',
  },
  forever: 'Keep forever',
  years: '{years, plural, one {Keep # year} other {Keep # years}}',
  change: 'Change',
  changeNamed: {
    payment: 'Change the retention time of payments',
    withdrawal: 'Change the retention time of withdrawals',
    case: 'Change the retention time of closed review cases',
    callback: 'Change the retention time of callbacks without a record',
    audit: 'Change the retention time of the audit log',
    'sign-in': 'Change the retention time of sign-ins',
  },
  form: {
    payment: 'Keep payments for',
    withdrawal: 'Keep withdrawals for',
    case: 'Keep closed review cases for',
    callback: 'Keep callbacks without a record for',
    audit: 'Keep audit entries for',
    'sign-in': 'Keep sign-ins for',
    unit: 'Choose a time above, or enter the years since the last change. Leave the field empty to keep records forever.',
    presets: {
      label: 'Retention time',
      minimums: 'Common legal minimums',
      forever: 'Keep forever',
      years: '{years, plural, one {# year} other {# years}}',
    },
    presetHelp: {
      forever: 'The default. No record is removed.',
      amlr: 'EU rules against money laundering (AMLR) require 5 years.',
      vouchers: 'German law (HGB, AO) requires 8 years for accounting vouchers.',
      ofac: 'US sanctions rules (OFAC) and German law for account books (HGB, AO) require 10 years.',
    },
    advice: 'Ask a lawyer which times apply to your business.',
    shorter:
      'A longer time takes effect immediately. A shorter time needs the approval of another owner or an approver.',
    save: 'Save retention time',
  },
  saved: 'Retention time saved',
  proposed: 'Change proposed. Another owner or an approver must approve the change.',
  failed: 'The change of the retention time could not be saved',
  shorterTime: {
    title: 'Shorter than common legal minimums',
    lawyer: 'Ask a lawyer before you propose it.',
    preview: 'With {years, plural, one {# year} other {# years}}:',
    loading: 'Counting the records that would be removed…',
    unknown: 'The records that would be removed couldn’t be counted.',
  },
  preview: {
    none: 'No record is past the retention time.',
    total: '{count, plural, one {# record is} other {# records are}} past the retention time.',
    totalMore: 'More than {count, number} records are past the retention time.',
    all: '{expiring, plural, =0 {No records will be removed} one {# record will be removed} other {# records will be removed}} at the next cleanup.',
    oldest:
      'Of the {checked, number} oldest records, {expiring, plural, =0 {none will be removed} one {# will be removed} other {# will be removed}} at the next cleanup.',
    kept: 'Records that will not be removed:',
  },
  obstacle: {
    held: '{count, plural, one {# record under a legal hold} other {# records under a legal hold}}',
    case: '{count, plural, one {# record with a review case} other {# records with a review case}}',
    read: '{count, plural, one {# record that is still refreshed from the service} other {# records that are still refreshed from the service}}',
    exception:
      '{count, plural, one {# record with an assigned exception} other {# records with an assigned exception}}',
    'open-period':
      '{count, plural, one {# record of a period that isn’t closed, or changed since} other {# records of a period that isn’t closed, or changed since}}',
    quarantined:
      '{count, plural, one {# record with a quarantined callback} other {# records with a quarantined callback}}',
    conflict: '{count, plural, one {# record with conflicting data} other {# records with conflicting data}}',
    open: '{count, plural, one {# case with an open proposal or a new change} other {# cases with an open proposal or a new change}}',
    unfiled:
      '{count, plural, one {# case whose report is not filed} other {# cases whose reports are not filed}}',
    disagreement:
      '{count, plural, one {# case with a provider status conflict} other {# cases with a provider status conflict}}',
    evidence:
      '{count, plural, one {# audit entry that proves removals} other {# audit entries that prove removals}}',
    record:
      '{count, plural, one {# callback that belongs to a record} other {# callbacks that belong to a record}}',
    shared:
      '{count, plural, one {# sign-in that another business keeps} other {# sign-ins that another business keeps}}',
    unanchored:
      '{count, plural, one {# entry that no external audit anchor covers} other {# entries that no external audit anchor covers}}',
    changed:
      '{count, plural, one {# record with a recent note, label or callback} other {# records with a recent note, label or callback}}',
  },
  expired: '{count, plural, one {# record has} other {# records have}} been removed in total.',
  expiredMore: 'More than {count, number} records have been removed in total.',
  lastRun:
    'Last cleanup on <time></time>: {expired, plural, one {# record} other {# records}} removed, {retained, plural, one {# record} other {# records}} kept.',
  proposal: {
    payment: '{person} proposed to remove payments after {years, plural, one {# year} other {# years}}.',
    withdrawal:
      '{person} proposed to remove withdrawals after {years, plural, one {# year} other {# years}}.',
    callback:
      '{person} proposed to remove the content of callbacks without a record after {years, plural, one {# year} other {# years}}.',
    audit: '{person} proposed to remove audit entries after {years, plural, one {# year} other {# years}}.',
    'sign-in': '{person} proposed to remove sign-ins after {years, plural, one {# year} other {# years}}.',
    case: '{person} proposed to remove closed review cases after {years, plural, one {# year} other {# years}}.',
    irreversible:
      'Removed records can’t be restored. Export the records that you need before they are removed.',
  },
  confirm: {
    title: 'Approve the shorter retention time?',
    body: 'Records past the new retention time are removed within a day. This can’t be undone.',
    label: 'Approve and remove records',
  },
  problem: {
    years: 'Enter whole years from 1 to {maximum, number}, or leave the field empty',
    recordId: 'Enter an ID, a reference or the number of a case',
    pending: 'A change of this retention time is already waiting for approval.',
    gone: 'This proposal is already closed. Reload the page.',
    changed:
      'The retention time has changed since the proposal. Decline the proposal, then propose the change again.',
    proposerNoOwner: 'The person who made this proposal is no longer an owner. Decline the proposal.',
    proposerNoReviewer: 'The person who made this proposal can no longer review cases. Decline the proposal.',
    noRecord:
      'This business has no payment, withdrawal, case or callback with this ID, reference or number. Check what you entered.',
    severalRecords: 'Several records have this reference. Enter the ID of the record.',
    held: 'This record is already under a legal hold.',
    lifted: 'This hold was already lifted. Reload the page.',
    pendingLift: 'A proposal to lift this hold is already waiting for approval.',
  },
});

/** Texts of legal holds. */
export const tRetentionHolds = createMessages({
  holds: {
    title: 'Legal holds',
    explanation:
      'A record under a legal hold is not removed. A hold on a payment or withdrawal also protects its review case. A hold on the audit log also protects sign-ins. To lift a hold, one person must propose it and another must approve it.',
    empty: 'No legal holds.',
    more: 'Only the newest {count, number} holds are shown.',
    by: 'By {person}, <time></time>',
    place: 'Place hold',
    add: 'Place legal hold',
    record: 'Type of record',
    recordId: 'ID, reference or case number',
    reason: 'Reason',
    named: '{kind} {name}',
    onRecord: {
      title: 'Legal hold',
      none: 'None.',
      held: 'Under a legal hold',
      protects: 'Protected by a hold on: {record}',
      help: 'The record isn’t removed while the hold lasts. Ending the hold takes two people.',
      manage: 'All legal holds',
    },
    placed: 'Legal hold placed',
    placeFailed: 'The legal hold could not be placed',
    lift: 'Propose lifting the hold',
    liftNamed: 'Propose lifting the hold on {record}',
    liftReason: 'Reason why the hold is no longer needed',
    liftProposed: 'You proposed to lift the legal hold. A second person must approve the proposal.',
    liftProposal: '{person} proposed to lift this hold: {reason}',
    lifted: 'Legal hold lifted',
    liftFailed: 'The legal hold could not be changed',
  },
});

/** Names of the kinds of records that have a retention time. */
export const tRetentionKinds = createMessages({
  payment: 'Payment',
  withdrawal: 'Withdrawal',
  case: 'Review case',
  callback: 'Callback',
  audit: 'Audit log of this business',
});
