import { createMessages } from './create-messages.ts';

/** Findings of `npm run audit:verify` and refusals of `npm run audit:restored`. */
export const tAuditVerification = createMessages({
  chain: {
    content: 'the content of this entry was changed',
    head: 'the stored number of the newest entry is missing',
    last: 'the newest entries are missing or were changed',
    missing: 'entry {sequence} is missing',
    order: 'this entry doesn’t match the entry before it',
    sealed: 'this entry seals the beginning of the log, but entries there are missing or were changed',
    unapprovedExpiry: 'this entry records a removal, but no one approved its retention time',
  },
  file: {
    cutOff: 'The last line of the anchor file was cut off after {length} characters.',
    empty: 'The anchor file contains no audit anchors.',
    notAnchor: 'Line {line} of the anchor file is not an audit anchor.',
  },
  anchor: {
    missing:
      '{count, plural, one {Audit anchor {first} is missing.} other {Audit anchors {first} to {last} are missing.}}',
    order: 'The audit anchors are in the wrong order: anchor {number} follows anchor {previous}.',
    link: 'Audit anchor {number} doesn’t match the anchor before it.',
    segment: 'Audit anchor {number} belongs to a series of anchors that doesn’t exist.',
    signature: 'Audit anchor {number} was changed or forged. Its signature doesn’t match the key {key}.',
    setBack:
      'Audit anchor {number} covers audit chain {chain} up to entry {to}, but an earlier anchor covers it up to entry {from}. No recorded restore explains this difference.',
    root: 'Audit anchor {number} contradicts the anchors before it.',
    pin: 'Audit anchors {first} to {last} (series {number}) can’t be trusted, because their key {key} is unknown. If the key is yours, add --public-key {publicKey}',
  },
  note: {
    adopted:
      'Audit anchor 1 ({at}) is the first anchor and covers {chains} audit chains with {entries} entries. Changes before that time can’t be detected.',
    keyChange: 'Audit anchor {number} changes the key from {from} to {to} and is signed with the old key.',
    keyLost:
      'A new series of anchors ({segment}) begins with anchor {number}, because the signing key was lost.',
    restore: 'Audit anchor {number} ({at}) records a restore: "{note}". {loss}',
    restoreLoss: 'Audit entries that an anchor protects were lost or replaced: {chains}.',
    restoreNoLoss: 'All audit entries that an anchor protects are still present.',
    restoreChain: 'audit chain {chain} from entry {sequence}',
  },
  database: {
    cut: 'Entry {sequence} of audit chain {chain} is missing, although anchor {anchor} covers it.',
    earlyExpiry:
      'Audit chain {chain} begins at entry {sequence}, but anchor {anchor} proves that entries before it were removed before their retention time was over.',
    unanchoredBegin:
      'Audit chain {chain} begins at entry {sequence}, but anchor {anchor} doesn’t cover that entry.',
    unanchoredSeal:
      'Audit chain {chain} begins at entry {sequence}, but no anchor covers entry {seal}, which records the removal. Try again once it is anchored.',
    rewritten:
      'Audit chain {chain} was rewritten: entry {sequence} differs from the one that anchor {anchor} covers.',
    different:
      'Audit anchor {number} is different in the file and in the database. Possible causes: the file was changed, or the database was.',
    onlyStored:
      '{count, plural, one {Audit anchor {first} is} other {Audit anchors {first} to {last} are}} in the database but not in the file. Possible causes: lines were removed from the file, or the file is an older copy.',
    onlyInFile:
      '{count, plural, one {Audit anchor {first} is} other {Audit anchors {first} to {last} are}} in the file but not in the database. Possible causes: a restore was not recorded, or rows were removed from the database.',
  },
  restore: {
    broken: 'The anchor file is incomplete. {breaches}',
    busy: 'The worker is writing an anchor. Wait a moment, then try again.',
    noFile: 'There is no anchor file, because this machine has no disk.',
    otherDatabase: 'The anchor file doesn’t belong to this database. Check DATA_DIR.',
    unreadable: 'There is no anchor file at {file}. Check DATA_DIR.',
  },
});
