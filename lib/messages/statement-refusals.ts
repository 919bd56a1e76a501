import { createMessages } from './create-messages.ts';

/** Why a statement, a settlement or a close is refused. */
export const tStatementRefusals = createMessages({
  day: 'Enter a day as year, month and day, such as 2026-11-30.',
  currency: 'Enter a currency code, such as EUR.',
  amount: 'Enter an amount with a point before the decimals, such as 1250.75.',
  positiveAmount: 'Enter an amount above zero with a point before the decimals, such as 1250.75.',
  reference: 'Enter the bank’s reference or the transaction hash.',
  period: 'Choose a month, a quarter or days.',
  pending: 'Another proposal is pending. Approve, decline or withdraw it first.',
  gone: 'This proposal was already approved, declined or withdrawn. Reload the page.',
  changed: 'This value has changed since the proposal. Decline it and propose again.',
  lostAccess: 'The proposer no longer has a role that allows this. Decline the proposal.',
  closedDay: 'This day is in a closed period. Choose a later day, or reopen the period.',
  hasPosition: 'You can’t set this opening position. It is the closing position of the last closed period.',
  sameSettlement: 'This settlement is recorded already, with the same day, amount and reference.',
  settlementGone:
    'This settlement was removed already, or it is matched with deposits. Undo its match under Reconciliation first.',
  futureDay: 'Choose a day that is over.',
  notOver: 'This period isn’t over yet. Close it after its last day.',
  notNext: 'Periods are closed in order. Close the one that begins on {day} first.',
  closed: 'This period is closed already.',
  figuresChanged:
    'The figures have changed since they were signed. Decline the proposal, and sign off again.',
  seenChanged: 'The figures have changed since you opened the page. Check them and sign off again.',
  reasonMissing: 'Give a reason for each open point.',
  notLast: 'Only the last closed period can be reopened.',
  reopened: 'This period was reopened already.',
  noClose: 'This closed period doesn’t exist.',
});

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
