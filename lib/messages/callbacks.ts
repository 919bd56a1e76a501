import { createMessages } from './create-messages.ts';

/** Texts of the callbacks list, shared by a callback's page: kinds, verdicts, columns and filters. */
export const tCallbacks = createMessages({
  title: 'Callbacks',
  noun: 'Callback',
  description:
    'Messages from the service about deposits and withdrawals. Each row shows one message and all its deliveries. <link>Refused callbacks</link>',
  search: 'payment ID, deposit ID, withdrawal ID or hash',
  reprocess: 'Reprocess',
  firstRun: {
    title: 'No callbacks yet',
    text: 'The service reports deposits and withdrawals to this business’s callback URLs. Every callback appears here.',
  },
  kind: {
    'deposit-exchanged': 'Deposit exchanged',
    'deposit-received': 'Deposit received',
    withdrawal: 'Withdrawal',
  },
  verdict: {
    received: 'Received, being processed',
    applied: 'Applied',
    conflict: 'Conflicting data',
    'new-version': 'Differs from earlier callback',
    'orphan-adopted': 'Payment added',
    quarantined: 'Quarantined',
    rejected: 'Rejected',
    stored: 'Stored, values not used',
    expired: 'Content removed',
  },
  verdictHint: {
    received:
      'The callback is stored. Its values appear in your records as soon as another change of the same record has ended.',
    applied: 'The values of the callback are in your records.',
    conflict:
      'The callback and another source report different values. Open the callback to see the value in use.',
    'new-version': 'An earlier callback reported the same deposit or withdrawal with different content.',
    'orphan-adopted': 'The callback was the first message about this payment. The payment was added.',
    quarantined: 'The callback is stored, but its values aren’t used. A person must review the callback.',
    rejected: 'A person decided not to use the values of the callback.',
    stored: 'The callback is only stored, because the service doesn’t document this type of callback.',
    expired:
      'The content was removed, because the record’s retention time has ended. The hash and size of the content are kept.',
  },
  columns: {
    content: 'Content hash',
    deliveries: 'Deliveries',
    firstReceived: 'First received at',
    kind: 'Callback type',
    lastReceived: 'Last received at',
    paymentId: 'Payment ID',
    reason: 'Reason',
    subject: 'Deposit or withdrawal',
    verdict: 'Result',
  },
  hints: {
    content:
      'Hash (SHA-256) of the content. If your role can’t see the hash, an internal reference is shown.',
    deliveries: 'How many times the service delivered this content',
    firstReceived: 'When the callback was first received',
    lastReceived: 'When the callback was last received',
    reason: 'Why the callback is quarantined or which data it contradicts',
  },
  cells: {
    moreReasons: '{count, plural, one {+# more reason} other {+# more reasons}}',
    noPayment: 'This callback has no readable payment ID.',
    noRecord: 'This callback has no readable deposit or withdrawal ID.',
    undocumented: 'The service doesn’t document this type of callback.',
    unknownRecord: '{id} (no record yet)',
  },
  filters: {
    deliveredOnce: 'Delivered once',
    deliveredRepeatedly: 'Delivered repeatedly',
    deliveries: 'Deliveries',
    depositId: 'Deposit ID',
    firstReceived: 'First received at',
    kind: 'Callback type',
    lastReceived: 'Last received at',
    paymentId: 'Payment ID',
    verdict: 'Processing result',
    withdrawalId: 'Withdrawal ID',
  },
  verdictCountsFailed: 'The number of callbacks for each result could not be loaded',
  bytes: '{count, plural, one {# byte} other {# bytes}}',
});

/** Texts of a callback's page and its preview: content, changes, versions, deliveries and decisions. */
export const tCallbackPage = createMessages({
  title: {
    'deposit-exchanged': 'Callback: deposit exchanged',
    'deposit-received': 'Callback: deposit received',
    withdrawal: 'Callback: withdrawal',
    other: 'Callback',
  },
  back: 'Callbacks',
  facts: {
    callback: 'Callback',
    depositId: 'Deposit ID',
    firstReceived: 'First received at',
    lastReceived: 'Last received at',
    messageId: 'Internal message ID',
    payment: 'Payment',
    paymentId: 'Payment ID',
    record: 'Related record',
    reference: 'Internal reference',
    sha256: 'Hash of content (SHA-256)',
    size: 'Size of content',
    withdrawal: 'Withdrawal',
    withdrawalId: 'Withdrawal ID',
  },
  copy: {
    id: 'ID',
    messageId: 'message ID',
    paymentId: 'payment ID',
    sha256: 'content hash',
  },
  hidden: {
    text: 'Hidden<detail>: only Compliance and owners can see this value, because it depends on risk details</detail>',
    hint: 'Only compliance and owners can see this value. It is calculated from the whole content, which may include risk details.',
  },
  delivered: '{count, plural, one {delivered once} other {delivered # times}}',
  content: {
    title: 'Content of the callback',
    absent: 'Fields not sent',
    absentField: 'not sent',
    copy: 'Copy original content',
    empty: 'Empty content',
    expired: 'This record’s retention time has ended, so the content was removed.',
    masked: 'The content includes the secret of a callback URL. The secret is shown as ***',
    noFields: 'This callback has no fields.',
    notInInterface: 'not in the service’s documentation',
    notObject: 'The content isn’t in the expected format (a JSON object), so no fields were found.',
    nullHint: 'The service sent this field without a value (null)',
    nullValue: 'Sent as <code>null</code> (empty)',
    raw: 'Original content',
    rawHex: 'Original content in hexadecimal, because it isn’t valid text',
    read: 'Stored values',
    readAs: 'stored as {value}',
    redacted: 'Content without risk details',
    removed: 'Risk details are left out: {fields}',
    removedHint:
      'The other fields are complete, but their layout may differ. This notice appears even if the callback had no risk details.',
    withheld:
      'This content could not be read and may include risk details. Only compliance and owners can see it.',
  },
  effects: {
    title: 'Changes made by this callback',
    after: 'After',
    before: 'Before',
    changedFields: 'Changed fields',
    field: 'Field',
    waiting: 'No changes yet. The callback is stored and waits to be processed.',
    none: 'No changes. The service doesn’t document this type of callback, so it’s stored as received.',
    notReported: 'No source reported this value before this callback.',
    overruled: 'These values aren’t used, because a more reliable or newer source reported different values:',
    overruledFields: 'Fields that use another source’s value',
    reported: 'Value in this callback',
    same: '{count, plural, one {# other field already had the reported value.} other {# other fields already had the reported values.}}',
    source: '({source})',
    tooMany: 'This payment has too many callbacks to compare here. Open the payment to see its values.',
    used: 'Value in use',
  },
  record: {
    deposit: 'Deposit',
    payment: 'Payment',
    withdrawal: 'Withdrawal',
  },
  versions: {
    title: 'Other versions of this callback',
  },
  conflicts: {
    title: 'Conflicting data',
    counts: 'value in use',
    show: 'Show callback',
    thisCallback: 'this callback',
  },
  deliveries: {
    title: 'Deliveries',
    duplicate: 'Repeated delivery',
    first: 'First delivery',
    headers: 'For HTTP headers that may contain credentials, only the names are stored.',
    noHeaders: 'No HTTP headers are stored.',
    omitted:
      '{count, plural, one {# delivery between the listed deliveries is not shown} other {# deliveries between the listed deliveries are not shown}}',
  },
  decisions: {
    title: 'Decisions about this callback',
    acceptedAsReceived: 'Value of field <code></code> accepted as received',
    author: 'by {name}, <time></time>',
    formerMember: 'Former member',
    leftOut: 'Value of field <code></code> was not used',
    operator: 'an operator',
    rejected: 'Callback rejected',
    released: 'Callback released, its values are used',
    reprocessed: 'Callback reprocessed',
  },
  reasons: {
    content: 'The callback’s content',
    none: 'No reasons were recorded.',
  },
});

/** Texts for releasing and rejecting quarantined callbacks, one or many. */
export const tCallbackDecisions = createMessages({
  panel: {
    accept: 'Accept these problems to release the callback',
    acceptAsReceived: '{field}: accept the value as received',
    leaveOut: '{field}: don’t use the value, so it stays unknown',
    note: 'Note',
    noteHelp:
      'To reject the callback, you must enter a note. Everyone who can see the callback sees the note.',
    ownersOnly: 'Only an owner can release or reject this callback.',
    quarantined: 'Why this callback is quarantined',
    rejected: 'Why this callback was rejected',
    reject: 'Reject callback',
    release: 'Release callback',
    releaseHelp:
      'Releasing adds the values of this callback to your records. The stored callback doesn’t change.',
    stuck:
      'You can’t accept some of these problems. Until those problems are fixed, the callback stays in quarantine.',
  },
  result: {
    connectionLost: 'The connection was lost. Check the callback, then try again.',
    notRejected: 'The callback couldn’t be rejected',
    notReleased: 'The callback couldn’t be released',
    rejected: 'Callback rejected. The callback stays in the list.',
    released: 'Callback released. Its values are now used.',
  },
  selection: {
    confirm: 'Reject callbacks',
    note: 'Note',
    noteHelp: 'A note is required. Everyone who can see a callback sees its note.',
    question: 'Reject the quarantined callbacks in your selection ({count} selected)?',
    reject: 'Reject selected',
    reprocess: 'Reprocess selected',
    text: 'The values of rejected callbacks aren’t used. You can still release rejected callbacks later. Callbacks that aren’t quarantined don’t change.',
    notRejected: 'The callbacks couldn’t be rejected',
    partly: 'Some callbacks may have been rejected',
    rejected: '{count, plural, one {# callback rejected} other {# callbacks rejected}}',
    unchanged:
      '{count, plural, one {# callback wasn’t quarantined and stays unchanged.} other {# callbacks weren’t quarantined and stay unchanged.}}',
  },
  errors: {
    address: 'A filter in the page address isn’t valid. Select the callbacks again.',
    changed: 'A colleague has released or rejected this callback in the meantime. Review the callback again.',
    held: 'The callback stays in quarantine: {reasons}.',
    hiddenReason: '{field} isn’t valid',
    noteTooLong: 'Use at most 2,000 characters',
    notFound: 'This business has no callback with this ID.',
    tooMany:
      'You selected more than {maximum, number} callbacks. Narrow the list with filters. To reprocess more callbacks, use the Reprocess page.',
  },
  risk: {
    hiddenReason: 'Hidden: the reason contains risk details',
    hiddenValue: 'is not valid (the value is hidden because it is a risk detail)',
  },
});

/** Texts of the page of refused callbacks: bodies, counts by day, failing deliveries and their alarm. */
export const tRefusedCallbacks = createMessages({
  title: 'Refused callbacks',
  back: 'Callbacks',
  empty: {
    title: 'No refused callbacks',
    text: 'Callbacks that are too large or compressed are listed here. Callbacks with a wrong URL are listed for {days, number} days.',
  },
  bodies: {
    empty: 'Empty content',
    older: 'Older refused callbacks',
    show: 'Show stored part of the content',
    stored: 'Stored part of the content: {size}',
    withheld: 'Only compliance staff and owners can see the stored content.',
  },
  reason: {
    encoded: 'The content has an unsupported encoding: {encoding}',
    'too-large': 'The content is larger than 64 KiB',
  },
  failing: {
    addressed:
      '{kind, select, unknown {Callbacks are sent to a wrong URL} other {{label} callbacks are sent to a wrong URL}}',
    unavailable:
      '{kind, select, unknown {Callbacks can’t be stored, so the service sends them again} other {{label} callbacks can’t be stored, so the service sends them again}}',
    withCountdown: '{title}: <countdown></countdown>',
    expired: 'the service no longer retries the earliest callbacks',
    count:
      '{count, plural, one {Happened once} other {Happened # times}} since <since></since>, most recently <last></last>.',
    mayNotRepeat: 'The service might not send these callbacks again.',
    repeats: 'The service retries a deposit callback every 2 minutes for 24 hours.',
    compare: 'Compare the callback URLs in the business record with the URLs on the Connection page.',
    anyone: 'Anyone can send requests to a wrong URL, so these callbacks may not come from the service.',
  },
  withdrawals: {
    title:
      '{count, plural, one {# withdrawal callback was refused. The service might not send it again.} other {# withdrawal callbacks were refused. The service might not send them again.}}',
    text: 'Check these withdrawals at the service. The alarm is shown on Overview until someone acknowledges it.',
    acknowledge: 'Acknowledge',
    acknowledged: 'Refused callbacks acknowledged',
    failed: 'The refused callbacks couldn’t be acknowledged',
    note: 'Note',
  },
  days: {
    address: 'Callbacks refused because of a wrong callback URL',
    addressText: 'The senders of these callbacks can’t be verified. {span}.',
    count: 'Number of callbacks',
    day: 'Day',
    first: 'First received',
    kind: 'Callback type',
    last: 'Last received',
    reason: 'Reason',
    span: 'This list covers the last {days, number} days, including today (time zone {timeZone})',
    unavailable: 'Callbacks that could not be stored',
    unavailableText:
      'The database was unavailable or too busy, so Countinghouse asked the service to send the callbacks again. {span}.',
    unknownKind: 'The callback type in the URL isn’t valid.',
    withdrawals: 'Withdrawal callbacks',
    withdrawalsText:
      'These withdrawal callbacks had a wrong URL or could not be stored. {span}. Older callbacks are shown here until someone acknowledges them.',
  },
  cause: {
    kind: 'Wrong callback type in the URL (404)',
    secret: 'Wrong secret in the callback URL (404)',
    signature: 'Missing or wrong signature (404)',
    source: 'Sender’s IP address isn’t allowed (404)',
    unavailable: 'Callback couldn’t be stored (503). Countinghouse asked the service to send it again',
  },
  errors: {
    acknowledged: 'A colleague has already acknowledged these callbacks.',
    notFound: 'This refused callback was not found.',
  },
});

/** Reasons why an answer of the service or an imported record is refused, and the results of reprocessing. */
export const tObservations = createMessages({
  refused: {
    notJson: 'The service’s answer {problem}.',
    otherBusiness: 'The payment record belongs to another business, or has no business ID.',
    otherPayment: 'The payment record belongs to a different payment.',
    unreadablePaymentId: 'The payment record has no valid payment ID.',
  },
  otherDepositOwner: 'deposit {depositId} was reported for another payment',
  reprocess: {
    failed: 'can’t be processed: {reason}',
    riskDetail: 'hidden, because it contains risk details',
    unchanged: 'unchanged',
    withCallback: 'contains the values of this callback',
    withoutCallback: 'doesn’t contain the values of this callback',
  },
});
