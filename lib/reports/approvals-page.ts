import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { findLifetimeProposal, listTokenProposals } from '#lib/api-tokens/index.ts';
import { listLimitProposals, listWaitingPayments } from '#lib/creation-limits/index.ts';
import { listEndpointProposals } from '#lib/events/index.ts';
import { findFewerRolesProposal } from '#lib/factors/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listLiftProposals, listRetentionProposals } from '#lib/retention/index.ts';
import { listDeskProposals, measureQueueView } from '#lib/reviews/index.ts';
import { listStatementProposals } from '#lib/statements/index.ts';
import { findOwnDeputyTerm, listAuditorRiskProposals } from '#lib/team/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ApprovalsPageView, RiskProposals, SettingsProposals } from './schema/pages.ts';

/** Cases are counted up to this number. */
const maximumCases = 500;

async function readSettingsProposals(
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<SettingsProposals> {
  const [limits, retention, fewerRoles, tokens, tokenLifetime] = await Promise.all([
    listLimitProposals(context, businessId),
    listRetentionProposals(context, businessId),
    findFewerRolesProposal(context, businessId),
    listTokenProposals(context, businessId),
    findLifetimeProposal(context, businessId),
  ]);
  return { limits, retention, fewerRoles, tokens, tokenLifetime };
}

async function readRiskProposals(
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<RiskProposals> {
  const [desk, lifts, auditors, endpoints, { count }] = await Promise.all([
    listDeskProposals(context, businessId),
    listLiftProposals(context, businessId),
    listAuditorRiskProposals(context, businessId),
    listEndpointProposals(context, businessId),
    measureQueueView(context, businessId, 'second', maximumCases),
  ]);
  return {
    ...desk,
    lifts,
    auditors,
    endpoints,
    cases: { count: Math.min(count, maximumCases), more: count > maximumCases },
  };
}

/** Returns the proposals that wait and that the person may answer. Throws Problem 'not-found' or 'forbidden'. */
export async function readApprovalsPage(
  context: Context<PersonActor>,
  business: string,
): Promise<ApprovalsPageView> {
  const { businessId, may } = requirePermission(context, business, 'proposal.read');
  const [waiting, settings, desk, statements, deputyFor] = await Promise.all([
    may('payment.approve') ? listWaitingPayments(context, businessId) : [],
    may('proposal.answer') ? readSettingsProposals(context, businessId) : null,
    may('review.work') ? readRiskProposals(context, businessId) : null,
    may('period.close') ? listStatementProposals(context, businessId) : [],
    findOwnDeputyTerm(context, businessId),
  ]);
  // Only people who may create payments can send an approved one later.
  const payments = may('payment.create') ? waiting : waiting.filter(({ state }) => state === 'proposed');
  return { payments, settings, desk, statements, deputyFor };
}
