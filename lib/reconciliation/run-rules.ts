import 'server-only';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toParts } from '#lib/values/integer-parts.ts';
import { endRuleMatches, insertMatches, lockMatches, toNewMatch } from './match-store.ts';
import type { FoundMatch } from './model/match-lines.ts';
import { amountScale, matchLines } from './model/match-lines.ts';
import type { MatchRule } from './model/rules.ts';
import { readOpenItems } from './queries/open-items.ts';
import type { Run } from './queries/terms.ts';
import { readMatchTerms } from './queries/terms.ts';

/** Matches that are stored at once. */
const batchSize = 500;

/** Longest time of one run: 50,000 lines take a few seconds. */
export const rulesTimeoutMs = 60_000;

type RulesInput = {
  readonly businessId: BusinessId;
  readonly currency: string;
  readonly rules: readonly MatchRule[];
  /** Items that rules matched in open days are matched again. */
  readonly isFull: boolean;
};

/** Computes what rules match. It stores nothing. */
export async function findRuleMatches(
  run: Run,
  { businessId, currency, rules, isFull }: RulesInput,
): Promise<{ readonly found: readonly FoundMatch[]; readonly leftCount: number }> {
  const terms = await readMatchTerms(run, businessId);
  const applied = rules
    .filter((rule) => rule.currency === currency)
    .map((rule) => ({ rule, tolerance: toParts(rule.tolerance, amountScale) }));
  const { lines, records } = await readOpenItems(run, {
    ...{ businessId, currency, terms, isFull },
    hasNames: applied.some(({ rule }) => rule.kind === 'identifier'),
  });
  const found = matchLines(applied, lines, records);
  return { found, leftCount: lines.length - found.reduce((sum, match) => sum + match.lines.length, 0) };
}

/** Matches by rules and stores the matches. Returns the number of matched lines. */
export async function applyRules(
  transaction: Transaction,
  input: RulesInput & { readonly by: PersonId | null; readonly at: Instant },
): Promise<{ readonly lines: number; readonly matches: number }> {
  const { businessId, currency, isFull, by, at } = input;
  await lockMatches(transaction, businessId);
  const { run } = toPlainTransaction(transaction);
  if (isFull) await endRuleMatches(transaction, { businessId, currency, at });
  const { found } = await findRuleMatches(run, { ...input, isFull: false });
  for (let from = 0; from < found.length; from += batchSize) {
    const batch = found.slice(from, from + batchSize).map(toNewMatch);
    await insertMatches(transaction, { businessId, currency, by, at }, batch);
  }
  return { lines: found.reduce((sum, match) => sum + match.lines.length, 0), matches: found.length };
}
