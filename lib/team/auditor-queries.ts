import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listProposals } from '#lib/proposals/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { auditorRiskProposals } from './auditor-proposals.ts';
import type { AuditorRiskProposal } from './schema.ts';

/** Returns the waiting proposals of risk detail for auditors. The caller has checked the permission. */
export async function listAuditorRiskProposals(
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<readonly AuditorRiskProposal[]> {
  const proposals = await listProposals(context, auditorRiskProposals, businessId);
  const members = await database().membership.findMany({
    where: { businessId, personId: { in: proposals.map(({ subject }) => subject) } },
    select: { personId: true, person: { select: { name: true } } },
  });
  return proposals.map((proposal) => {
    const member = members.find(({ personId }) => personId === proposal.subject);
    return {
      ...proposal,
      name: member?.person.name ?? '',
      endsAt: instant(proposal.after),
    };
  });
}
