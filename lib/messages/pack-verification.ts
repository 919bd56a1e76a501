import { createMessages } from './create-messages.ts';

/** The verification of the pack of a closed period. */
export const tPackVerification = createMessages({
  usage: 'Usage: npm run pack:verify -- FILE',
  noFile: 'The file {file} can’t be read.',
  head: 'The first line is not that of a pack.',
  row: 'Row {number} can’t be read.',
  count: 'The pack should have {rows} rows, and has {found}.',
  hash: 'The rows are not those that were signed: their SHA-256 differs.',
  line: 'Line {line} was signed as {signed}, and its rows total {rows}.',
  change: 'The change of the position is not the sum of the lines.',
  closing: 'The closing position is not the opening position and the change.',
  sound:
    '{currency}, {from} to {to}, number {number}, revision {revision}: {rows} rows, closing position {closing}. Unchanged.',
  none: 'unknown',
  sha256: 'SHA-256 {sha256}. Compare it with the audit log, “Period closed”.',
  previous: 'SHA-256 of the pack before: {sha256}.',
});
