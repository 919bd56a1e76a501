'use client';

import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tApprovalsPage } from '#lib/messages/approvals.ts';
import { tRetentionKinds } from '#lib/messages/retention.ts';
import { tTeamAuditors } from '#lib/messages/team.ts';
import type { RiskProposals } from '#lib/reports/schema/pages.ts';
import { decideHoldLiftAction } from '#lib/retention/actions.ts';
import type { LiftProposal } from '#lib/retention/schema.ts';
import { decideAuditorRiskAction } from '#lib/team/actions.ts';
import type { AuditorRiskProposal } from '#lib/team/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { EndpointRow } from './endpoint-row.tsx';
import { ProposalLink, ProposalRow } from './proposal-row.tsx';

export const countRiskProposals = (desk: RiskProposals | null): number =>
  desk === null
    ? 0
    : desk.lifts.length +
      desk.auditors.length +
      desk.endpoints.length +
      desk.rules.length +
      desk.cases.count +
      (desk.settings === null ? 0 : 1);

/** Lists the proposals of the desk. Settings and rules are answered where their values are shown. */
export function DeskRows({
  businessId,
  desk: { settings, rules, lifts, auditors, endpoints, cases },
}: {
  businessId: string;
  desk: RiskProposals;
}) {
  return (
    <>
      {cases.count > 0 && (
        <li className="flex flex-col gap-1.5 py-2.5 text-sm">
          <p className="font-medium">
            {cases.more
              ? tApprovalsPage('desk.manyCases', { count: String(cases.count) })
              : tApprovalsPage('desk.cases', { count: cases.count })}
          </p>
          <p>
            <TextLink prefetch={false} href={`/${businessId}/reviews?queue=second`}>
              {tApprovalsPage('desk.openCases')}
            </TextLink>
          </p>
        </li>
      )}
      {settings !== null && (
        <ProposalLink
          proposal={settings}
          sentence={tApprovalsPage('desk.settings', { reason: settings.reason })}
          href={`/${businessId}/reviews/figures`}
        />
      )}
      {rules.map((rule) => (
        <ProposalLink
          key={rule.proposalId}
          proposal={rule}
          sentence={tApprovalsPage(`desk.rule.${rule.after.kind}`, { name: rule.name, reason: rule.reason })}
          href={`/${businessId}/reviews/rules/${rule.subject}`}
        />
      ))}
      {lifts.map((lift) => (
        <LiftRow key={lift.proposalId} businessId={businessId} lift={lift} />
      ))}
      {auditors.map((auditor) => (
        <AuditorRow key={auditor.proposalId} businessId={businessId} auditor={auditor} />
      ))}
      {endpoints.map((proposal) => (
        <EndpointRow key={proposal.proposalId} businessId={businessId} proposal={proposal} />
      ))}
    </>
  );
}

function LiftRow({ businessId, lift }: { businessId: string; lift: LiftProposal }) {
  const { proposalId, reason } = lift;
  const { kind, recordId } = lift.after;
  return (
    <ProposalRow
      proposal={lift}
      sentence={
        kind === 'audit'
          ? tApprovalsPage('desk.liftLog', { reason })
          : tApprovalsPage('desk.lift', { kind: tRetentionKinds(kind), record: recordId, reason })
      }
      consequence={tApprovalsPage('desk.liftConsequence')}
      onAnswer={(answer) => decideHoldLiftAction({ businessId, proposalId, answer })}
    />
  );
}

function AuditorRow({ businessId, auditor }: { businessId: string; auditor: AuditorRiskProposal }) {
  const { proposalId, name, endsAt, reason } = auditor;
  return (
    <ProposalRow
      proposal={auditor}
      sentence={tTeamAuditors.rich('approval.sentence', {
        name,
        reason,
        time: () => (endsAt === null ? '—' : <DateTime key="time" at={toUnixSeconds(endsAt)} />),
      })}
      consequence={tTeamAuditors('approval.consequence')}
      onAnswer={(answer) => decideAuditorRiskAction({ businessId, proposalId, answer })}
    />
  );
}
