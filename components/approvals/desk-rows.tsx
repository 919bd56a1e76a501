'use client';

import { tApprovalsPage } from '#lib/messages/approvals-page.ts';
import { tRetention } from '#lib/messages/retention.ts';
import type { RiskProposals } from '#lib/reports/schema/pages.ts';
import { decideHoldLiftAction } from '#lib/retention/actions.ts';
import type { LiftProposal } from '#lib/retention/schema.ts';
import { ProposalLink, ProposalRow } from './proposal-row.tsx';

export const countRiskProposals = (desk: RiskProposals | null): number =>
  desk === null ? 0 : desk.lifts.length + desk.rules.length + (desk.settings === null ? 0 : 1);

/** Lists the proposals of the desk. Settings and rules are answered where their values are shown. */
export function DeskRows({
  businessId,
  desk: { settings, rules, lifts },
}: {
  businessId: string;
  desk: RiskProposals;
}) {
  return (
    <>
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
          : tApprovalsPage('desk.lift', { kind: tRetention(`kind.${kind}`), record: recordId, reason })
      }
      consequence={tApprovalsPage('desk.liftConsequence')}
      onAnswer={(answer) => decideHoldLiftAction({ businessId, proposalId, answer })}
    />
  );
}
