import { toContentKey } from '../contents/content.ts';
import type { DecisionRequest } from '../parts/decider.ts';
import type { StoredMessageRow } from './stored-messages.ts';
import type { Violation } from './violation.ts';

const effective: readonly string[] = ['applied', 'new-version'];

/** Groups the requested decisions by content. */
export function groupByContent(
  requests: readonly DecisionRequest[],
): ReadonlyMap<string, readonly DecisionRequest[]> {
  const all = new Map<string, DecisionRequest[]>();
  for (const one of requests) {
    const key = toContentKey(one.content);
    all.set(key, [...(all.get(key) ?? []), one]);
  }
  return all;
}

/**
 * Returns the verdicts that quarantined content may have after these requests. An answer is final. Without an
 * answer both verdicts are possible. A release is permanent, but rejected content may still be released.
 */
export function verdictsAfter(requests: readonly DecisionRequest[]): readonly string[] {
  const some = (act: DecisionRequest['act'], outcome: DecisionRequest['outcome']) =>
    requests.some((one) => one.act === act && one.outcome === outcome);
  if (some('release', 'done')) return effective;
  return [
    ...(some('release', 'unknown') ? effective : []),
    ...(some('reject', 'done') ? [] : ['quarantined']),
    ...(some('reject', 'done') || some('reject', 'unknown') ? ['rejected'] : []),
  ];
}

/**
 * I1, I2 and I8 of decisions: each confirmed decision is stored once, no decision is stored that was not requested,
 * and each is in the audit log.
 */
export function checkDecisions(
  requests: readonly DecisionRequest[],
  rows: readonly StoredMessageRow[],
): Violation[] {
  const violations: Violation[] = [];
  const add = (invariant: Violation['invariant'], description: string) =>
    violations.push({ invariant, description });
  const all = groupByContent(requests);
  for (const row of rows) {
    const key = toContentKey(row);
    const { decided, audited, verdict } = row;
    const about = all.get(key) ?? [];
    const times = (outcome: DecisionRequest['outcome']) =>
      about.filter((one) => one.outcome === outcome).length;
    if (audited !== decided.length)
      add('I8', `${key} was decided ${decided.length} times, ${audited} entries say so`);
    if (decided.length < times('done'))
      add('I1', `${key} was said to be decided ${times('done')} times, and was ${decided.length} times`);
    if (decided.length > times('done') + times('unknown'))
      add('I2', `${key} was decided ${decided.length} times, more often than anybody asked for`);
    const last = decided.at(-1);
    if (decided.indexOf('released') < decided.lastIndexOf('released')) add('I1', `${key} was released twice`);
    if (last === 'released' && !effective.includes(verdict))
      add('I1', `${key} was released, and is ${verdict}`);
    if (last === 'rejected' && verdict !== 'rejected') add('I1', `${key} was rejected, and is ${verdict}`);
  }
  return violations;
}
