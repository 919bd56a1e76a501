import type { Content } from '../contents/content.ts';
import { toContentKey } from '../contents/content.ts';
import type { DecisionRequest } from '../parts/decider.ts';
import type { Tally } from '../sending/log.ts';
import { groupByContent, verdictsAfter } from './check-decisions.ts';
import type { StoredMessageRow } from './kept.ts';
import type { Violation } from './violation.ts';

/** A content may have these, where nobody decided on it; one in quarantine others, by what was asked. */
function verdictsOf({ fate }: Content, asked: readonly DecisionRequest[]): readonly string[] {
  switch (fate) {
    case 'effective':
      return ['applied', 'new-version'];
    case 'raw':
      return ['stored'];
    case 'doubtful':
      // Whatever is asked: nothing in it could be applied.
      return verdictsAfter(asked.filter(({ act }) => act === 'reject'));
    case 'releasable':
      return verdictsAfter(asked);
  }
}

/**
 * I1, I2 and I4, from the log of what was sent and the rows of the inbox: what was acknowledged is there once, with
 * its bytes and with every delivery that was acknowledged; nothing is there that was not sent.
 */
export function checkStored(
  tallies: readonly Tally[],
  rows: readonly StoredMessageRow[],
  asked: readonly DecisionRequest[],
): Violation[] {
  const violations: Violation[] = [];
  const decisions = groupByContent(asked);
  const add = (invariant: Violation['invariant'], said: string) => violations.push({ invariant, said });
  const kept = new Map<string, StoredMessageRow>();
  const sent = new Set(tallies.map(({ content }) => toContentKey(content)));
  for (const row of rows) {
    const key = toContentKey({ ...row, sha256: row.bytesGive });
    if (row.bytesGive !== row.sha256) add('I4', `${key}: its hash is said to be ${row.sha256}`);
    if (kept.has(key)) add('I1', `${key} is there twice`);
    kept.set(key, row);
    if (!sent.has(key)) add('I2', `${key} was never sent`);
    if (row.deliveries !== row.written)
      add('I1', `${key} counts ${row.deliveries} deliveries, and ${row.written} are written`);
  }
  for (const tally of tallies) {
    const key = toContentKey(tally.content);
    const acknowledged = tally.ok + tally.kept;
    const row = kept.get(key);
    if (row === undefined) {
      if (acknowledged > 0) add('I1', `${key} was acknowledged ${acknowledged} times and is not there`);
      continue;
    }
    if (row.written < acknowledged)
      add('I1', `${key} was acknowledged ${acknowledged} times, ${row.written} deliveries are there`);
    if (row.written > tally.sent)
      add('I2', `${key} was sent ${tally.sent} times, ${row.written} deliveries are there`);
    if (!verdictsOf(tally.content, decisions.get(key) ?? []).includes(row.verdict))
      add('I1', `${key} should be ${tally.content.fate}, and is ${row.verdict}`);
  }
  return violations;
}
