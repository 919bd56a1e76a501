import 'server-only';
import * as z from 'zod';
import { tStatementRefusals } from '#lib/messages/statement-refusals.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { OpeningPosition } from './schema.ts';
import { openingPosition } from './schema.ts';

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
  onAnswer: (transaction, _context, { businessId }) =>
    announce(transaction, { businessId, topics: ['approvals'] }),
};

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
