import 'server-only';
import { instantColumn } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { BusinessId, CaseId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { ReopeningProposal } from '../schema/case.ts';

type Found = Omit<ReopeningProposal, 'proposedBy'> & { readonly proposedBy: PersonId };

/** Reads whether two people decided any part of the case, and the proposed reopening of its current decision. */
export async function findReopeningProposal(
  businessId: BusinessId,
  caseId: CaseId,
): Promise<{ readonly takesTwo: boolean; readonly reopening: Found | null }> {
  const [marked, own, open] = await Promise.all([
    database().reviewCase.findFirst({
      where: { businessId, twoPeople: true, OR: [{ caseId }, { mergedIntoId: caseId }] },
      select: { caseId: true },
    }),
    database().reviewCase.findUnique({
      where: { businessId_caseId: { businessId, caseId } },
      select: { state: true, decisionId: true },
    }),
    database().reviewReopening.findMany({ where: { businessId, caseId, state: 'proposed' } }),
  ]);
  const row =
    own?.state === 'decided' ? open.find(({ decisionId }) => decisionId === own.decisionId) : undefined;
  return {
    takesTwo: marked !== null,
    reopening:
      row === undefined
        ? null
        : {
            reason: row.reason,
            proposedBy: toId<PersonId>(row.proposedById),
            proposedAt: instantColumn(row.proposedAt),
          },
  };
}
