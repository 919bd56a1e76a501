import { createMessages } from './create-messages.ts';

/** Texts of the README in an evidence pack. The program beside it, verify.mjs, has its own. */
export const tReviewEvidence = createMessages({
  title: 'Evidence of one review case',
  notClosed: 'This case was not decided in a closed period.',
  files: {
    case: 'why the case was opened, its decisions, notes, checklist and files',
    records: 'the deposit or withdrawal, its payment and its risk assessment when this pack was created',
    joined: 'records of each case that was merged into this case',
    related:
      'records that share an address, a transaction, a reference or a party in the risk assessment with this case',
    raw: 'the original data from the payment service, byte for byte: callbacks and payment records',
    masked: 'files whose names end with -masked.json have *** in place of a callback secret',
    files: 'files attached to the case',
    audit: 'the audit log from the first entry about this case to the newest entry',
    chain: 'hashes of the audit entries about other items, without the content of these entries',
    manifest: 'the SHA-256 hash of every file',
    verify: 'the program that checks this evidence pack: node verify.mjs',
  },
  manifest: {
    purpose:
      'The program finds every changed byte. To also check manifest.json itself, add its SHA-256 to the command.',
    source: 'You find the SHA-256 in the audit log (review-case.export) and on the case page.',
    command: "node verify.mjs '<'SHA-256 of manifest.json>",
  },
  verifier: {
    purpose:
      'Before you run verify.mjs, check its hash with your own tool. A manipulated program could report a false result.',
    source: 'Compare both hashes with those in the audit log (manifest, verifier) or on the case page.',
    linux: 'sha256sum manifest.json verify.mjs            (Linux)',
    macos: 'shasum -a 256 manifest.json verify.mjs        (macOS)',
    windows: 'certutil -hashfile verify.mjs SHA256          (Windows, one file at a time)',
  },
});
