import { keyOf } from '../contents/content.ts';
import type { Tally } from '../sending/log.ts';
import type { Kept } from './kept.ts';
import type { Violation } from './violation.ts';

const verdicts: Readonly<Record<Tally['content']['fate'], readonly string[]>> = {
  effective: ['applied', 'new-version'],
  raw: ['stored'],
  doubtful: ['quarantined'],
};

/**
 * I1, I2 and I4, from the log of what was sent and the rows of the inbox: what was acknowledged is there once, with
 * its bytes and with every delivery that was acknowledged; nothing is there that was not sent.
 */
export function checkKept(tallies: readonly Tally[], rows: readonly Kept[]): Violation[] {
  const violations: Violation[] = [];
  const add = (invariant: Violation['invariant'], said: string) => violations.push({ invariant, said });
  const kept = new Map<string, Kept>();
  const sent = new Set(tallies.map(({ content }) => keyOf(content)));
  for (const row of rows) {
    const key = keyOf({ ...row, sha256: row.bytesGive });
    if (row.bytesGive !== row.sha256) add('I4', `${key}: its hash is said to be ${row.sha256}`);
    if (kept.has(key)) add('I1', `${key} is there twice`);
    kept.set(key, row);
    if (!sent.has(key)) add('I2', `${key} was never sent`);
    if (row.deliveries !== row.written)
      add('I1', `${key} counts ${row.deliveries} deliveries, and ${row.written} are written`);
  }
  for (const tally of tallies) {
    const key = keyOf(tally.content);
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
    if (!verdicts[tally.content.fate].includes(row.verdict))
      add('I1', `${key} should be ${tally.content.fate}, and is ${row.verdict}`);
  }
  return violations;
}
