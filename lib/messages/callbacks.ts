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
