import 'server-only';
import { instantColumn } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import type { Person } from '../schema/person.ts';
import type { DeclinedReopening, ReopeningProposal } from '../schema/reopening.ts';

/** Most proposals of a case among which those of its current decision are found. */
const maximumRecordsRead = 100;

type Reopening = {
  /** Two people decided any part of the case. */
  readonly takesTwo: boolean;
  readonly people: readonly (string | null)[];
  readonly toView: (named: (id: string) => Person) => {
    /** The reopening of the current decision that is pending approval. */
    readonly reopening: ReopeningProposal | null;
    /** The last one, if it was declined. */
    readonly declinedReopening: DeclinedReopening | null;
  };
};

/** Reads whether two people decided any part of the case, and the proposals to reopen its current decision. */
export async function findReopening(businessId: BusinessId, caseId: CaseId): Promise<Reopening> {
  const [marked, own, proposals] = await Promise.all([
    database().reviewCase.findFirst({
      where: { businessId, twoPeople: true, OR: [{ caseId }, { mergedIntoId: caseId }] },
      select: { caseId: true },
    }),
    database().reviewCase.findUnique({
      where: { businessId_caseId: { businessId, caseId } },
      select: { state: true, decisionId: true },
    }),
    database().reviewReopening.findMany({
      where: { businessId, caseId },
      orderBy: { proposedAt: 'desc' },
      take: maximumRecordsRead,
    }),
  ]);
  const current =
    own?.state === 'decided' ? proposals.filter(({ decisionId }) => decisionId === own.decisionId) : [];
  const pending = current.find(({ state }) => state === 'proposed');
  const last = current.find(({ state }) => state !== 'withdrawn');
  const toProposal = (row: (typeof proposals)[number], named: (id: string) => Person) => ({
    reason: row.reason,
    proposedBy: named(row.proposedById),
    proposedAt: instantColumn(row.proposedAt),
  });
  return {
    takesTwo: marked !== null,
    people: [pending, last].flatMap((row) => (row === undefined ? [] : [row.proposedById, row.answeredById])),
    toView: (named) => ({
      reopening: pending === undefined ? null : toProposal(pending, named),
      declinedReopening:
        last?.state === 'declined' && last.answeredById !== null && last.answeredAt !== null
          ? {
              proposal: toProposal(last, named),
              declinedBy: named(last.answeredById),
              declinedAt: instantColumn(last.answeredAt),
              comment: last.answer ?? '',
            }
          : null,
    }),
  };
}
