import { createMessages } from './create-messages.ts';

/** Texts of the record that a case is about, and of its risk. */
export const tReviewSubject = createMessages({
  sections: {
    deposit: 'Deposit{suffix}',
    payment: 'Payment{suffix}',
    refund: 'Refund{suffix}',
    risk: 'Risk{suffix}',
    withdrawal: 'Withdrawal{suffix}',
  },
  about: { deposit: 'Flagged deposit', payment: 'Payment under review', withdrawal: 'Flagged withdrawal' },
  paymentRecord: 'Payment record',
  /** The risk of a payment is that of its deposits. */
  depositsOfPayment:
    'Risk is reported for deposits, not for payments. To see the deposits of this payment, open the tab “Related”.',
  open: { deposit: 'Open deposit', payment: 'Open payment', withdrawal: 'Open withdrawal' },
  facts: {
    address: 'Deposit address',
    clientPaymentId: 'Client payment ID',
    clientWithdrawalId: 'Client withdrawal ID',
    deposits: 'Deposits',
    expires: 'Expires at',
    from: 'Sender address',
    received: 'Received at',
    requested: 'Amount requested',
    tag: 'Destination tag',
    to: 'Recipient address',
    transaction: 'Transaction',
  },
  copyNames: {
    address: 'address',
    transaction: 'transaction hash',
  },
  risk: {
    score: 'Risk score',
    scoreHint: 'The score that the service reported. The service doesn’t define a scale.',
    scaleUnknown: 'scale not defined by the service',
    summary: 'Parties named in the risk assessment, by category',
    category: 'Category',
    ownerMark: 'Attributed entity',
    sanctions: 'Sanctions or terrorism',
    sourceCount: 'Illicit sources',
    destinationCount: 'Illicit destinations',
    owner: 'Attributed entity',
    sources: 'Illicit sources of funds',
    sourcesHint: 'Parties, such as mixers or sanctioned services, that sent money to this address',
    destinations: 'Illicit destinations of funds',
    destinationsHint: 'Parties, such as mixers or sanctioned services, that received money from this address',
    notAssessed: 'Risk not yet assessed',
    notAssessedNote: 'The address may still be risky.',
    noneFound: 'No illicit parties found',
    noneFoundNote: 'The address may still be risky.',
    unnamed: 'Party without a name',
    noCategory: 'No category reported',
    moreCategories: '{count, plural, one {# more category} other {# more categories}}',
    moreNames: 'More parties: {count}',
    notShown: 'Parties not shown: {count}. The evidence pack contains all of them.',
    notListed:
      '{entities, plural, one {# more party} other {# more parties}} in {categories, plural, one {# more category} other {# more categories}}. The evidence pack contains all of them.',
  },
});

/** Texts of the records that are related to a case. */
export const tReviewCaseRelated = createMessages({
  related: {
    title: 'Related records and cases',
    table: 'Related records',
    bounded: '{count}+',
    empty: 'No related records or cases.',
    columns: {
      record: 'Related record',
      relation: 'In common with this case',
      amount: 'Amount',
      date: 'Date',
    },
    noCase: 'No case',
    relations: {
      address: 'Same address',
      transaction: 'Same transaction',
      reference: 'Same reference',
    },
    sharedEntity: 'Same party in the risk assessment: <name>{entity}</name>',
    mergeNames: {
      address: '{record}, same address',
      entity: '{record}, same party in the risk assessment',
      transaction: '{record}, same transaction',
      reference: '{record}, same reference',
    },
  },
});

/** Texts of merging cases and of the cases that are merged into one. */
export const tReviewMerge = createMessages({
  dialog: {
    title: 'Merge cases',
    description:
      'The other cases become part of the case that you keep. While that case is open, you can separate the merged cases again.',
    open: 'Merge cases…',
    related: 'Related cases',
    keep: 'Case to keep',
    choice: 'Case {number} · {name}',
    merge: 'Merge cases',
    mergeCount: '{count, plural, one {Merge # case} other {Merge # cases}}',
    merged: 'Cases merged into case {number}',
    failed: 'The cases could not be merged',
  },
  list: {
    title: 'Cases decided together',
    note: 'A decision on this case applies to all of these cases.',
    thisCase: 'This case',
    reportDraft: 'Report draft',
    reportFiled: 'Report filed: {reference}',
    total: 'Total',
    creditedEur: 'Total in EUR (largest reported amount of each case)',
    missing: '(amounts not reported: {count})',
    noAmount: 'No amount reported',
    noCredit: 'No EUR amount reported',
  },
  separate: {
    button: 'Separate',
    title: 'Separate case {number}?',
    confirm: 'Separate case',
    effect:
      'The separated case reopens with the content that it had before the merge. Everything added after the merge stays in this case.',
    done: 'Case {number} separated',
    failed: 'The case couldn’t be separated',
  },
  subjects: {
    label: 'Flagged record of case {number}',
    suffix: ' · case {number}',
    more: '{count, plural, one {# more case is} other {# more cases are}} not shown. See <link>the queue</link> or the evidence pack.',
    notAssessed: 'Risk not yet assessed',
    ofPayment: 'Payment',
    entities:
      '{count, plural, =0 {No illicit parties found} one {# illicit party} other {# illicit parties}}',
    scoreOnly: 'Risk score {score}, illicit parties not yet reported',
    scoreAndEntities:
      'Risk score {score}, {count, plural, =0 {no illicit parties found} one {# illicit party} other {# illicit parties}}',
  },
});

/** Texts of the page of an address or of a party named in risk assessments, and of the watch list. */
export const tReviewCounterparty = createMessages({
  kind: { address: 'Address', entity: 'Party named in a risk assessment' },
  pageTitle: 'Address or party',
  tag: 'Destination tag {tag}',
  copyAddress: 'address',
  description: {
    address: 'Deposits from this address, the refunds of these deposits, and withdrawals to this address.',
    tagged: 'Withdrawals to this address with this destination tag.',
    entity:
      'Records whose risk assessment names this party as attributed entity, illicit source or illicit destination.',
  },
  links: {
    recordsOfAddress: 'All records of this address',
    watchList: 'Watch list',
    deposits: 'Deposits',
    withdrawals: 'Withdrawals',
    next: 'Older records',
    newest: 'Newest records',
  },
  note: {
    title: 'Notes',
    label: 'Note',
    help: 'Visible to Compliance and Owners. You can’t edit the note later.',
    add: 'Add note',
    added: 'Note added',
    failed: 'The note couldn’t be saved',
    empty: 'No notes yet.',
    ofCase: 'Notes about the addresses in this case, and about the parties named in its risk assessments',
  },
  notes: {
    sharedAddress:
      'On XRP and XLM, many people can share one address. The service doesn’t report which of them sent a deposit.',
    taggedSender:
      'The service doesn’t report the sender’s destination tag. <link>To see deposits, open this address without the tag.</link>',
    bounded: 'Only the newest {count, number} records of each type are included.',
  },
  find: {
    title: 'Find an address, or a party named in a risk assessment',
    kind: 'Search for',
    value: { address: 'Address', entity: 'Name of the party' },
    valueHelp: {
      address:
        'Enter the full address. If the address has a destination tag, add ?dt= and the tag at the end.',
      entity: 'Enter the full name, exactly as in the risk assessment.',
    },
    submit: 'Show records',
  },
  seen: {
    title: 'Summary',
    first: 'First seen',
    last: 'Last seen',
    never: 'No records yet',
    tags: 'Destination tags used in withdrawals',
  },
  totals: {
    title: 'Totals by currency',
    table: 'Totals by type of record, status and currency',
    empty: 'No records yet.',
    record: 'Type of record',
    count: 'Number of records',
    amount: 'Amount',
    partial: '{count, plural, one {# amount not reported} other {# amounts not reported}}',
  },
  flows: { deposit: 'Deposits', refund: 'Refunds', withdrawal: 'Withdrawals' },
  records: {
    title: 'Records',
    table: 'Records of the address or party',
    empty: 'No records yet. You can still add this address or party to the watch list.',
    record: 'Record',
    amount: 'Amount',
    date: 'Date',
    noCase: 'No case',
  },
  cases: { title: 'Cases', empty: 'No cases yet.' },
  watch: {
    title: 'Watch list',
    watched: 'On the watch list',
    expired: 'Expired',
    none: 'This address or party is not on the watch list. Rules compare an entry with new records only, not with those on this page.',
    reason: 'Reason',
    expiry: 'Expires after',
    days: '{count, number} days',
    year: '1 year',
    never: 'Never',
    expires: 'Expires at',
    noExpiry: 'Doesn’t expire',
    changed: 'Last changed',
    changedBy: '{person}, <time></time>',
    add: 'Add to watch list',
    change: 'Change entry',
    save: 'Save entry',
    remove: 'Remove from watch list',
    removeTitle: 'Remove {name} from the watch list?',
    removeNote: 'The entry and its reason are kept in the audit log.',
    added: 'Added to the watch list',
    saved: 'Watch list entry saved',
    removed: 'Removed from the watch list',
    notSaved: 'The watch list couldn’t be changed',
    ofCase: 'This case involves an address or party on the watch list',
  },
  list: {
    title: 'Watch list',
    description: 'Addresses, and parties named in risk assessments, that your compliance team watches.',
    table: 'Watch list',
    watched: 'Address or party',
    addedBy: 'Added by',
    emptyTitle: 'The watch list is empty',
    emptyNote: 'Find an address or a party, then add it to the watch list.',
    next: 'Older entries',
    newest: 'Newest entries',
  },
});

/** Texts of a case's activity: the person and the change. */
export const tReviewActivity = createMessages({
  completed: 'Completed: {step}',
  reopened: 'Marked as not done: {step}',
  actions: {
    open: '<who>{person}</who> opened the case',
    join: '<who>{person}</who> added a reason to the case',
    'end-fact': '<who>{person}</who> recorded that a reason for this case no longer applies',
    reopen: '<who>{person}</who> reopened the case',
    'propose-reopen': '<who>{person}</who> proposed reopening the case',
    'approve-reopen': '<who>{person}</who> approved reopening the case',
    'decline-reopen': '<who>{person}</who> declined reopening the case',
    'withdraw-reopen': '<who>{person}</who> withdrew the proposal to reopen the case',
    assign: '<who>{person}</who> assigned the case',
    snooze: '<who>{person}</who> snoozed the case',
    wake: '<who>{person}</who> unsnoozed the case',
    note: '<who>{person}</who> added a note',
    request: '<who>{person}</who> requested information',
    'answer-request': '<who>{person}</who> recorded an answer',
    check: '<who>{person}</who> updated the checklist',
    attach: '<who>{person}</who> attached a file',
    read: '<who>{person}</who> refreshed the payments of the case from the service',
    'fetch-file': '<who>{person}</who> downloaded a file',
    propose: '<who>{person}</who> proposed a decision',
    decide: '<who>{person}</who> decided the case',
    confirm: '<who>{person}</who> approved the proposed decision',
    decline: '<who>{person}</who> declined the proposed decision',
    withdraw: '<who>{person}</who> withdrew the proposed decision',
    'draft-report': '<who>{person}</who> saved a draft of the suspicious activity report',
    'file-report': '<who>{person}</who> marked the suspicious activity report as filed',
    'amend-report': '<who>{person}</who> amended the filed suspicious activity report',
    export: '<who>{person}</who> downloaded the evidence pack',
    merge: '<who>{person}</who> merged other cases into this case',
    'merge-into': '<who>{person}</who> merged this case into another case',
    separate: '<who>{person}</who> separated a merged case',
    disagree: '<who>{person}</who> recorded a provider status conflict',
    agree: '<who>{person}</who> recorded that the provider status conflict ended',
    other: '<who>{person}</who> recorded {action}',
  },
});

/** Texts of a case’s files and evidence packs. */
export const tReviewCaseFiles = createMessages({
  files: {
    title: 'Files',
    attach: 'Attach files',
    input: 'File to attach',
    empty: 'No files yet. You can attach PDFs, images and plain text, up to {limit} MB each.',
    attached: '{count, plural, one {# file attached} other {# files attached}}',
    failed: 'The file couldn’t be attached: {name}',
    refused: 'These files couldn’t be attached: {names}. Check each file and attach it again.',
    bytes: '{size} B',
    kilobytes: '{size} kB',
    hash: 'Hash (SHA-256)',
  },
  packs: {
    title: 'Evidence packs',
    help: 'To check a downloaded evidence pack, run <code>sha256sum manifest.json verify.mjs</code>. Compare the result with the hashes below.',
    manifest: 'manifest.json',
    manifestHash: 'SHA-256 of manifest.json',
    verifier: 'verify.mjs',
    verifierHash: 'SHA-256 of verify.mjs',
  },
});

/** Texts for opening a case on a record that nothing flagged. */
export const tReviewManual = createMessages({
  open: 'Open case',
  title: 'Open a case',
  record: 'Record',
  description: 'Only people who work on reviews see the case.',
  reasonHelp: 'The reason becomes part of the case and of the audit log.',
  failed: 'The case couldn’t be opened',
  opened: 'Case opened',
});
