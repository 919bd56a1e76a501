import { createMessages } from './create-messages.ts';

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
