import 'server-only';
import * as z from 'zod';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tStatementRefusals } from '#lib/messages/statements.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { findOpenDay, readAgreed } from './queries/figures.ts';
import type { OpeningPosition } from './schema.ts';
import { openingPosition } from './schema.ts';
import { lockCurrency } from './store.ts';

const problems = {
  pending: tStatementRefusals('pending'),
  gone: tStatementRefusals('gone'),
  changed: tStatementRefusals('changed'),
  lostAccess: tStatementRefusals('lostAccess'),
};

/** The position at the service on a day, by settlement currency. Its reason is the evidence. */
export const openingProposals: AnsweredKind<OpeningPosition> = {
  name: 'opening-position',
  change: openingPosition,
  proposer: 'period.close',
  approver: 'period.close',
  problems,
  describe: ({ answer, subject: currency, after, reason, proposedBy }) => ({
    action: `statement.${answer}-opening`,
    objectType: 'settlement-currency',
    objectId: currency,
    after: { currency, day: after?.day ?? null, amount: after?.amount ?? null, reason, proposedBy },
  }),
  onAnswer: async (transaction, _context, { businessId, answer, subject: currency, after }) => {
    if (answer === 'approve') {
      await lockCurrency(transaction, businessId, currency);
      await refuseClosedPosition(transaction, { businessId, currency, day: after?.day ?? null });
    }
    await announce(transaction, { businessId, topics: ['approvals'] });
  },
};

/** @throws Problem 'conflict' where closed periods give the position of this day. Null: of any day */
export async function refuseClosedPosition(
  transaction: Transaction,
  {
    businessId,
    currency,
    day,
  }: { readonly businessId: BusinessId; readonly currency: string; readonly day: string | null },
): Promise<void> {
  const agreed = await readAgreed(toPlainTransaction(transaction).run, businessId, currency);
  const openDay = findOpenDay(agreed);
  if (openDay === null) return;
  if (agreed.closes.at(-1)?.closing !== null)
    throw new Problem('conflict', tStatementRefusals('hasPosition'));
  if (day !== null && day < openDay) throw new Problem('conflict', tStatementRefusals('closedDay'));
}

/** The meaning of the settlement amount of a deposit callback. Only an owner proposes that it counts as credited. */
export const basisProposals: AnsweredKind<'credited' | null> = {
  name: 'callback-basis',
  change: z.literal('credited').nullable(),
  proposer: 'connection.manage',
  approver: 'period.close',
  problems,
  describe: ({ answer, businessId, after, reason, proposedBy }) => ({
    action: `statement.${answer}-basis`,
    objectType: 'business',
    objectId: businessId,
    after: { countsAsCredited: after !== null, reason, proposedBy },
  }),
  onAnswer: (transaction, _context, { businessId }) =>
    announce(transaction, { businessId, topics: ['approvals'] }),
};
