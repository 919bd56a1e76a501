import { createMessages } from './create-messages.ts';

/** Findings of `npm run audit:verify` and refusals of `npm run audit:restored`. */
export const tAuditVerification = createMessages({
  chain: {
    content: 'its content was changed',
    head: 'its head is missing',
    last: 'the newest entry is not the last',
    missing: 'entry {sequence} is missing',
    order: "it doesn't follow the entry before it",
  },
  file: {
    cutOff: 'The last line of the anchor file was cut off after {length} characters.',
    empty: 'The anchor file has no anchors.',
    notAnchor: 'Line {line} of the anchor file is not an anchor.',
  },
  anchor: {
    missing:
      '{count, plural, one {Anchor {first} is missing.} other {Anchors {first} to {last} are missing.}}',
    order: 'Anchor {number} is after anchor {previous}: the order was changed.',
    link: "Anchor {number} doesn't continue the anchor before it.",
    segment: 'Anchor {number} names a segment that no anchor begins.',
    signature: 'Anchor {number} was changed or forged: its signature is not by the key {key}.',
    setBack: 'Anchor {number} sets chain {chain} back from entry {from} to {to} without a recorded restore.',
    root: "Anchor {number} doesn't match the chain heads that earlier anchors list.",
    pin: "Segment {number} (anchors {first} to {last}) can't be vouched for: its key {key} is neither introduced by an earlier key nor pinned. If the key is yours, pin it: AUDIT_PUBLIC_KEYS={publicKey}",
  },
  note: {
    adopted:
      "Anchor 1 ({at}) adopts {chains} chains with {entries} entries. Changes before that time can't be detected.",
    keyChange: 'Anchor {number} changes the key from {from} to {to}, signed by the former key.',
    keyLost: 'Segment {segment} begins with anchor {number}: the signing key was lost.',
    restore: 'Anchor {number} ({at}) records a restore: "{note}". {loss}',
    restoreLoss: 'Anchored entries were lost or replaced: {chains}.',
    restoreNoLoss: 'No anchored entry was lost.',
    restoreChain: 'chain {chain} from entry {sequence}',
  },
  database: {
    cut: 'Chain {chain} was cut: entry {sequence}, covered by anchor {anchor}, is missing.',
    rewritten:
      'Chain {chain} was rewritten: entry {sequence} differs from the one that anchor {anchor} covers.',
    different: 'Anchor {number} differs in the database.',
    onlyStored:
      '{count, plural, one {Anchor {first} is} other {Anchors {first} to {last} are}} missing from the file but in the database. Lines were removed, or the file is an older copy.',
    onlyInFile:
      '{count, plural, one {Anchor {first} is} other {Anchors {first} to {last} are}} missing from the database. An unrecorded restore happened, or rows were removed.',
  },
  restore: {
    broken: 'The anchor file is incomplete. {breaches}',
    busy: 'The worker is writing an anchor. Try again.',
    noFile: 'No anchor file is set. Set AUDIT_ANCHOR_FILE, then try again.',
    otherDatabase: "The anchor file doesn't belong to this database. Check AUDIT_ANCHOR_FILE.",
    unreadable: 'There is no anchor file at {file}. Check AUDIT_ANCHOR_FILE.',
  },
});
