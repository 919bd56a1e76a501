import { createMessages } from './create-messages.ts';

/** State of the anchors of the audit log, as pages and commands report it. */
export const tAuditAnchors = createMessages({
  none: 'No audit anchor yet. Audit anchors are signed proofs that no audit entry was changed.',
  off: 'Audit anchors are stored only in the database. To also store them elsewhere, set AUDIT_ANCHOR_FILE or AUDIT_ANCHOR_WEBHOOK_URL.',
  late: 'No audit anchor was created recently. Check that the background worker is running.',
  last: 'Last audit anchor: number {number}, <time></time>.',
  failure: {
    'no-key':
      'There is no key to sign audit anchors. Set AUDIT_SIGNING_KEYS, or make DATA_DIR writable for the background worker.',
    'other-key':
      'Another background worker signs audit anchors with a different key. Set the same AUDIT_SIGNING_KEYS for every background worker, newest key first.',
    'file-unwritable': 'The anchor file can’t be written. Check AUDIT_ANCHOR_FILE and the disk.',
    'file-differs':
      'The anchor file and the database contain different audit anchors. Run npm run audit:verify.',
    'file-ahead':
      'The database is missing audit anchors that are in the anchor file. Run npm run audit:verify. After restoring a backup, also run npm run audit:restored.',
    'entries-changed':
      'Audit entries that an anchor protects were changed or removed. Run npm run audit:verify.',
    'webhook-failed':
      'An audit anchor (a signed proof) couldn’t be sent to AUDIT_ANCHOR_WEBHOOK_URL. The background worker tries again automatically. If this continues, check the address.',
  },
});
