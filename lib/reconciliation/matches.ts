import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReconciliationRefusals } from '#lib/messages/reconciliation.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { lockMatches } from '#lib/statements/index.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { Problem } from '#lib/values/errors.ts';
import { addSigned, negateSigned, signedAmount } from '#lib/values/signed.ts';
import { acceptMatch, endMatch, findFreeItems, insertMatches } from './match-store.ts';
import { readMatchTerms } from './queries/terms.ts';
import type { endMatchForm, ignoreForm, matchForm } from './schema.ts';

type StoredMatch = { readonly matchId: string };

const zero = signedAmount('0');
const sum = (amounts: readonly (SignedAmount | null)[]): SignedAmount =>
  amounts.reduce<SignedAmount>((total, one) => addSigned(total, one ?? zero), zero);

/**
 * Matches lines with deposits or with withdrawals. With a difference it is forced, and needs a reason.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' for items that can't be one match, and 'conflict' when one of them is
 * in a match already
 */
export async function matchItems(
  context: Context<PersonActor>,
  input: z.output<typeof matchForm>,
): Promise<StoredMatch> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { currency, lineIds, recordIds, reason } = input;
  if (lineIds.length === 0 || recordIds.length === 0)
    throw new Problem('invalid', tReconciliationRefusals('nothing'));
  return inTransaction(async (transaction) => {
    await lockMatches(transaction, businessId);
    const terms = await readMatchTerms(toPlainTransaction(transaction).run, businessId);
    const { lines, records } = await findFreeItems(transaction, { businessId, currency }, terms, input);
    if (lines.length !== new Set(lineIds).size || records.length !== new Set(recordIds).size)
      throw new Problem('conflict', tReconciliationRefusals('changed'));
    if (new Set(records.map(({ kind }) => kind)).size > 1)
      throw new Problem('invalid', tReconciliationRefusals('mixed'));
    if (records.some(({ amount }) => amount === null))
      throw new Problem('invalid', tReconciliationRefusals('unknownAmount'));
    const received = sum(lines.map(({ amount }) => amount));
    if (received.startsWith('-') || isZero(received))
      throw new Problem('invalid', tReconciliationRefusals('negative'));
    const difference = addSigned(sum(records.map(({ amount }) => amount)), negateSigned(received));
    const isForced = !isZero(difference);
    if (isForced && reason === '') throw new Problem('invalid', tReconciliationRefusals('difference'));
    const scope = { businessId, currency, by: context.actor.personId, at: context.clock.now() };
    const [matchId = ''] = await insertMatches(transaction, scope, [
      {
        state: isForced ? 'forced' : 'person',
        ruleId: null,
        reason: isForced ? reason : null,
        lineIds: lines.map(({ lineId }) => lineId),
        records,
        difference,
      },
    ]);
    await announce(transaction, { businessId, topics: ['bank'] });
    await writeAudit(transaction, context, {
      businessId,
      action: isForced ? 'reconciliation.force' : 'reconciliation.match',
      objectType: 'bank-match',
      objectId: matchId,
      after: {
        currency,
        lines: lines.length,
        records: records.length,
        received,
        difference,
        ...(isForced && { reason }),
      },
    });
    return { matchId };
  });
}

/**
 * Ignores lines and records with a reason: they have no counterpart.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid', and 'conflict' when one of them is in a match already
 */
export async function ignoreItems(
  context: Context<PersonActor>,
  input: z.output<typeof ignoreForm>,
): Promise<{ readonly ignored: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { currency, lineIds, recordIds, reason } = input;
  if (lineIds.length + recordIds.length === 0)
    throw new Problem('invalid', tReconciliationRefusals('nothing'));
  return inTransaction(async (transaction) => {
    await lockMatches(transaction, businessId);
    const terms = await readMatchTerms(toPlainTransaction(transaction).run, businessId);
    const { lines, records } = await findFreeItems(transaction, { businessId, currency }, terms, input);
    if (lines.length !== new Set(lineIds).size || records.length !== new Set(recordIds).size)
      throw new Problem('conflict', tReconciliationRefusals('changed'));
    const ignored = { state: 'ignored' as const, ruleId: null, reason, difference: zero };
    const scope = { businessId, currency, by: context.actor.personId, at: context.clock.now() };
    // Each item has a match of its own, so that it can be undone alone.
    await insertMatches(transaction, scope, [
      ...lines.map(({ lineId }) => ({ ...ignored, lineIds: [lineId], records: [] })),
      ...records.map((record) => ({ ...ignored, lineIds: [], records: [record] })),
    ]);
    await announce(transaction, { businessId, topics: ['bank'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'reconciliation.ignore',
      objectType: 'business',
      objectId: businessId,
      after: { currency, lines: [...lineIds], records: [...recordIds], reason },
    });
    return { ignored: lines.length + records.length };
  });
}

/**
 * Undoes a match, a suggestion or an ignored item. In a closed period this becomes an adjustment.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' when it was undone already
 */
export async function undoMatch(
  context: Context<PersonActor>,
  input: z.output<typeof endMatchForm>,
): Promise<StoredMatch> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { matchId } = input;
  return inTransaction(async (transaction) => {
    await lockMatches(transaction, businessId);
    const ended = await endMatch(transaction, {
      businessId,
      matchId,
      isUndone: true,
      at: context.clock.now(),
    });
    if (ended === null) throw new Problem('conflict', tReconciliationRefusals('gone'));
    await announce(transaction, { businessId, topics: ['bank'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'reconciliation.undo',
      objectType: 'bank-match',
      objectId: matchId,
      before: ended,
    });
    return { matchId };
  });
}

/**
 * Accepts a suggestion, which becomes a match of the person.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' when it is no suggestion any more
 */
export async function acceptSuggestion(
  context: Context<PersonActor>,
  input: z.output<typeof endMatchForm>,
): Promise<StoredMatch> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { matchId } = input;
  return inTransaction(async (transaction) => {
    await lockMatches(transaction, businessId);
    const accepted = { businessId, matchId, by: context.actor.personId, at: context.clock.now() };
    if (!(await acceptMatch(transaction, accepted)))
      throw new Problem('conflict', tReconciliationRefusals('gone'));
    await announce(transaction, { businessId, topics: ['bank'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'reconciliation.accept',
      objectType: 'bank-match',
      objectId: matchId,
    });
    return { matchId };
  });
}
