import { createMessages } from './create-messages.ts';

/** Texts of the pages of the audit log: its list, its filters and one entry. */
export const tAuditPage = createMessages({
  title: 'Audit',
  description: 'Changes in this business, and sign-ins of its members.',
  search: 'item ID or request ID',
  entry: 'Entry',
  entryName: '{action}, entry {sequence}',
  empty: {
    title: 'No entries yet',
    text: 'Changes, views of risk details, exports and sign-ins are recorded here.',
  },
  notFound: 'This business has no audit entry with this number.',
  columns: {
    action: 'Action',
    actor: 'Done by',
    at: 'Time',
    chain: 'Entry number',
    object: 'Affected item',
    request: 'Request ID',
    summary: 'Details',
    summaryHint: 'The start of the new values. Entries without new values show the previous values.',
  },
  filters: {
    action: 'Action',
    actor: 'Done by',
    area: 'Product area',
    at: 'Time',
    chain: 'Business or sign-in log',
    change: 'Previous and new values',
    object: 'Affected item',
    objectType: 'Item type',
    request: 'Request ID',
  },
  change: { before: 'Previous values', after: 'New values', nothing: 'No values' },
  chain: { business: 'Business log', 'sign-ins': 'Sign-in log' },
  position: {
    business: 'Entry {sequence} in the log of this business',
    'sign-ins': 'Entry {sequence} in the sign-in log of all businesses',
  },
  system: 'Countinghouse',
  systemNote: '(the system)',
  noDetails: 'No details',
  noDetailsRecorded: 'This audit entry has no further details.',
  objectId: 'item ID',
  objectLink: 'All entries about this item',
  requestId: 'request ID',
  requestLink: 'All entries of this request',
  values: 'Details',
  noChangedValues: 'No value changed.',
  technical: 'Technical details',
  actionCode: 'Action code',
  detailId: 'item ID',
  check: {
    allUnchanged:
      '{count, plural, one {The only audit entry is unchanged.} other {All # audit entries are unchanged.}}',
    newestUnchanged:
      '{count, plural, one {The newest audit entry is unchanged.} other {The newest # audit entries are unchanged.}}',
    changed:
      'Audit entry {sequence} was changed or removed. Ask the operator of Countinghouse to run npm run audit:verify.',
    someChanged:
      'An audit entry was changed or removed. Ask the operator of Countinghouse to run npm run audit:verify.',
  },
  before: 'Value before',
  after: 'Value after',
  evidence: 'Download evidence pack',
  positionLabel: 'Position in the log',
  hash: 'Hash (fingerprint) of this entry',
  hashName: 'hash of this entry',
  previousHash: 'Hash (fingerprint) of the previous entry',
  previousHashName: 'hash of the previous entry',
});
