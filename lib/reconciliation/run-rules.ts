import 'server-only';
import { createHash } from 'node:crypto';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { lockMatches } from '#lib/statements/index.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { formatParts, toParts } from '#lib/values/integer-parts.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { endMatches, insertMatches, toNewMatch } from './match-store.ts';
import type { FoundMatch } from './model/match-lines.ts';
import { amountScale, matchLines } from './model/match-lines.ts';
import type { MatchRule } from './model/rules.ts';
import { readOpenItems } from './queries/open-items.ts';
import { listRuleMatches } from './queries/rule-matches.ts';
import type { Run } from './queries/terms.ts';
import { readMatchTerms } from './queries/terms.ts';

/** Matches that are stored at once. */
const batchSize = 500;

/** Longest time of the removal of a file's lines. */
export const removalTimeoutMs = 60_000;
/** Longest time of the job, which has up to 200,000 lines of one file and lets no person wait. It is shorter than the lease of a file. */
export const jobRulesTimeoutMs = 110_000;

type RulesInput = {
  readonly businessId: BusinessId;
  readonly currency: string;
  readonly rules: readonly MatchRule[];
  /** Items that rules matched in open days are matched again. */
  readonly isFull: boolean;
  /** Earlier lines, and matches with one of them, stay as they are. Null: there are none. */
  readonly from: string | null;
};

/** Computes what rules match. It stores nothing. */
async function findRuleMatches(
  run: Run,
  { businessId, currency, rules, isFull, from }: RulesInput,
): Promise<{ readonly found: readonly FoundMatch[]; readonly leftCount: number }> {
  const terms = await readMatchTerms(run, businessId);
  const applied = rules
    .filter((rule) => rule.currency === currency)
    .map((rule) => ({ rule, tolerance: toParts(rule.tolerance, amountScale) }));
  const { lines, records } = await readOpenItems(run, {
    businessId,
    currency,
    terms,
    isFull,
    from,
    hasNames: applied.some(({ rule }) => rule.kind === 'identifier'),
  });
  const found = matchLines(applied, lines, records).map(withoutNames);
  return { found, leftCount: lines.length - found.reduce((sum, match) => sum + match.lines.length, 0) };
}

/** Returns a match without the names of its records, which take most of the memory and have been compared. */
const withoutNames = (match: FoundMatch): FoundMatch => ({
  ...match,
  records: match.records.map((record) => ({ ...record, names: [] })),
});

/** A match that rules find, or one that is stored. */
type NamedMatch = {
  readonly lineIds: readonly string[];
  readonly recordIds: readonly string[];
  readonly state: string;
  readonly ruleId: string;
  readonly reason: string | null;
  readonly difference: SignedAmount;
};

/** Names a match by its items and its state. A hash is short, and a business has very many matches. */
const nameItems = ({ lineIds, recordIds, state }: NamedMatch): string =>
  createHash('sha256')
    .update(`${lineIds.toSorted().join(' ')} = ${recordIds.toSorted().join(' ')} ${state}`)
    .digest('base64');

/** Names everything that is stored about a match. An amount of a record may have changed since. */
const nameMatch = (match: NamedMatch): string =>
  `${nameItems(match)} ${match.difference} ${match.ruleId} ${match.reason}`;

const toNamed = ({ rule, state, lines, records, difference }: FoundMatch): NamedMatch => ({
  lineIds: lines.map(({ lineId }) => lineId),
  recordIds: records.map(({ recordId }) => recordId),
  state,
  ruleId: rule.ruleId,
  reason: state === 'ignored' ? rule.name : null,
  difference: signedAmount(formatParts(difference, amountScale)),
});

/**
 * Compares what rules match in days that aren't closed with their matches that are stored. A changed match has the items and the
 * state of a stored one, with another difference or rule. It stores nothing.
 */
export async function compareRuleMatches(run: Run, input: Omit<RulesInput, 'isFull'>) {
  const { found, leftCount } = await findRuleMatches(run, { ...input, isFull: true });
  const stored = await listRuleMatches(run, input);
  const [storedNames, storedItems] = [new Set(stored.map(nameMatch)), new Set(stored.map(nameItems))];
  const named = found.map((match) => ({ match, name: toNamed(match) }));
  const names = new Set(named.map(({ name }) => nameMatch(name)));
  const items = new Set(named.map(({ name }) => nameItems(name)));
  const different = named.filter(({ name }) => !storedNames.has(nameMatch(name)));
  const ended = stored.filter((match) => !names.has(nameMatch(match)));
  const list = (hasStored: boolean) =>
    different.flatMap(({ match, name }) => (storedItems.has(nameItems(name)) === hasStored ? [match] : []));
  return {
    found,
    leftCount,
    ended,
    added: list(false),
    changed: list(true),
    removed: ended.filter((match) => !items.has(nameItems(match))),
  };
}

/**
 * Matches by rules and stores the matches. Those that are stored already stay as they are. Returns the number of matched lines.
 */
export async function applyRules(
  transaction: Transaction,
  { by, at, ...applied }: Omit<RulesInput, 'from'> & { readonly by: PersonId | null; readonly at: Instant },
): Promise<{ readonly lines: number; readonly matches: number }> {
  const input = { ...applied, from: null };
  const { businessId, currency, isFull } = input;
  await lockMatches(transaction, businessId);
  const { run } = toPlainTransaction(transaction);
  const compared = isFull ? await compareRuleMatches(run, input) : null;
  const found = compared?.found ?? (await findRuleMatches(run, input)).found;
  const added = compared === null ? found : [...compared.added, ...compared.changed];
  const ended = (compared?.ended ?? []).map(({ matchId }) => matchId);
  await endMatches(transaction, { businessId, at, matchIds: ended });
  for (let from = 0; from < added.length; from += batchSize) {
    const batch = added.slice(from, from + batchSize).map(toNewMatch);
    await insertMatches(transaction, { businessId, currency, by, at }, batch);
  }
  return { lines: found.reduce((sum, match) => sum + match.lines.length, 0), matches: found.length };
}
