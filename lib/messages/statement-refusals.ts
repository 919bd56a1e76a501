import { createMessages } from './create-messages.ts';

/** Why a statement, a settlement or a close is refused. */
export const tStatementRefusals = createMessages({
  day: 'Enter a day as year, month and day, such as 2026-11-30.',
  currency: 'Enter a currency of at most 64 characters, such as EUR.',
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
  matchesBusy: 'A period is being closed, or rules are running. Try again.',
  futureDay: 'Choose a day that is over.',
  notOver: 'This period isn’t over yet. Close it after its last day.',
  notNext: 'Periods are closed in order. Close the one that begins on {day} first.',
  hasOpening: 'The opening position is for {day}. Begin with that day, or end the period before it.',
  closed: 'This period is closed already.',
  expired:
    'Retention has removed records of this period, so it can’t be closed. Set an opening position on a later day, and begin there.',
  figuresChanged:
    'The figures have changed since they were signed. Decline the proposal, and sign off again.',
  newPoints: 'Since it was signed off, this is new: {points}. Decline the proposal, and sign off again.',
  seenChanged: 'The figures have changed since you opened the page. Check them and sign off again.',
  reasonMissing: 'Give a reason for each open point.',
  notLast: 'Only the last closed period can be reopened.',
  reopened: 'This period was reopened already.',
  expiredSince: 'Records of this period have expired. It could not be closed again, so it can’t be reopened.',
  noClose: 'This closed period doesn’t exist.',
});

/** The verification of the pack of a closed period. */
export const tPackVerification = createMessages({
  usage: 'Usage: npm run pack:verify -- FILE [--sha256 HASH]',
  noFile: 'The file {file} can’t be read.',
  head: 'The first line is not that of a pack.',
  row: 'Row {number} can’t be read.',
  count: 'The pack should have {rows} rows, and has {found}.',
  hash: 'The rows are not those that were signed: their SHA-256 differs.',
  line: 'Line {line} was signed as {signed}, and its rows total {rows}.',
  refunds: 'Line {line} was signed with {signed} refunds, and has {rows}, or another sum.',
  change: 'The change of the position is not the sum of the lines.',
  closing: 'The closing position is not the opening position and the change.',
  sound:
    '{currency}, {from} to {to}, number {number}, revision {revision}: {rows} rows, closing position {closing}. Unchanged.',
  entry: 'Line {number} of the matches can’t be read.',
  matchCount: 'The pack should have {lines} lines of matches, and has {found}.',
  matchHash: 'The matches are not those that were stored: their SHA-256 differs.',
  match: 'Match {match} has records of {records}, and lines of {lines} with their difference.',
  settlement: 'Settlement {line} has another amount among the matches than among the rows.',
  unplaced: 'Deposits that are in no match and not in transit: {count}. The first is {first}.',
  matched: 'Matches: {matches}. In transit at the end of the period: {count} records, {amount} in all.',
  noStatements: 'No bank statement was imported, so the pack doesn’t say what was in transit.',
  none: 'unknown',
  otherSha256: 'The first line should have the SHA-256 {sha256}.',
  sha256: 'SHA-256 {sha256}. Compare it with the audit log, “Period closed”.',
  previous: 'SHA-256 of the pack before: {sha256}.',
});
