import type { Content } from '../contents/content.ts';
import { toContentKey } from '../contents/content.ts';
import type { DecisionRequest } from '../parts/decider.ts';
import type { ContentCounts } from '../sending/log.ts';
import { groupByContent, verdictsAfter } from './check-decisions.ts';
import type { StoredMessageRow } from './stored-messages.ts';
import type { Violation } from './violation.ts';

/**
 * Returns the verdicts that content may have. Quarantined content may have others, depending on the requested
 * decisions.
 */
function listExpectedVerdicts(
  { expectedVerdict }: Content,
  requests: readonly DecisionRequest[],
): readonly string[] {
  switch (expectedVerdict) {
    case 'effective':
      return ['applied', 'new-version'];
    case 'raw':
      return ['stored'];
    case 'doubtful':
      // Only rejections count, because nothing in this content can be applied.
      return verdictsAfter(requests.filter(({ act }) => act === 'reject'));
    case 'releasable':
      return verdictsAfter(requests);
  }
}

/**
 * I1, I2 and I4, from the log of sent requests and the rows of the inbox. Acknowledged content is stored once, with
 * its bytes and every acknowledged delivery. Nothing is stored that was not sent.
 */
export function checkStoredMessages(
  contentCounts: readonly ContentCounts[],
  rows: readonly StoredMessageRow[],
  requests: readonly DecisionRequest[],
): Violation[] {
  const violations: Violation[] = [];
  const decisions = groupByContent(requests);
  const add = (invariant: Violation['invariant'], description: string) =>
    violations.push({ invariant, description });
  const storedRows = new Map<string, StoredMessageRow>();
  const sent = new Set(contentCounts.map(({ content }) => toContentKey(content)));
  for (const row of rows) {
    const key = toContentKey({ ...row, sha256: row.bodySha256 });
    if (row.bodySha256 !== row.sha256) add('I4', `${key}: its hash is said to be ${row.sha256}`);
    if (storedRows.has(key)) add('I1', `${key} is there twice`);
    storedRows.set(key, row);
    if (!sent.has(key)) add('I2', `${key} was never sent`);
    if (row.deliveries !== row.deliveryRows)
      add('I1', `${key} counts ${row.deliveries} deliveries, and ${row.deliveryRows} are written`);
  }
  for (const counts of contentCounts) {
    const key = toContentKey(counts.content);
    const acknowledged = counts.ok + counts.kept;
    const row = storedRows.get(key);
    if (row === undefined) {
      if (acknowledged > 0) add('I1', `${key} was acknowledged ${acknowledged} times and is not there`);
      continue;
    }
    if (row.deliveryRows < acknowledged)
      add('I1', `${key} was acknowledged ${acknowledged} times, ${row.deliveryRows} deliveries are there`);
    if (row.deliveryRows > counts.sent)
      add('I2', `${key} was sent ${counts.sent} times, ${row.deliveryRows} deliveries are there`);
    if (!listExpectedVerdicts(counts.content, decisions.get(key) ?? []).includes(row.verdict))
      add('I1', `${key} should be ${counts.content.expectedVerdict}, and is ${row.verdict}`);
  }
  return violations;
}
