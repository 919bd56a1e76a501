import { createMessages } from './create-messages.ts';

/** State of the anchors of the audit log, as pages and commands report it. */
export const tAuditAnchors = createMessages({
  none: 'No anchor yet.',
  off: 'Not anchored outside the database.',
  late: 'The worker has not anchored the log for a while.',
  last: 'Last anchor: {number}, <time></time>.',
  failure: {
    'no-key': 'There is no signing key. Set AUDIT_SIGNING_KEYS, or make DATA_DIR writable for the worker.',
    'other-key':
      'Another worker signs with another key. Give all workers the same AUDIT_SIGNING_KEYS, newest first.',
    'file-unwritable': "The anchor file can't be written. Check AUDIT_ANCHOR_FILE and the disk.",
    'file-differs': 'The anchor file and the database have different anchors. Run npm run audit:verify.',
    'file-ahead':
      'The anchor file has anchors that the database lacks. Run npm run audit:verify. After a restore, run npm run audit:restored.',
    'entries-changed': 'Anchored entries were changed or removed. Run npm run audit:verify.',
    'webhook-failed': "The anchor webhook didn't accept an anchor. The worker tries again.",
  },
});
