'use client';

import { Stamp } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { WaitingPaymentList } from '#components/creation-limits/waiting-payments.tsx';
import { AmountText } from '#components/money/amount-text.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { toast } from '#components/ui/toast.tsx';
import { decideApiTokenAction, decideTokenLifetimeAction } from '#lib/api-tokens/actions.ts';
import { describeGroupRoles } from '#lib/api-tokens/model-roles.ts';
import type { TokenProposal } from '#lib/api-tokens/schema.ts';
import { decideLimitChangeAction } from '#lib/creation-limits/actions.ts';
import type { LimitsView } from '#lib/creation-limits/schema.ts';
import { decideFewerRolesAction } from '#lib/factors/actions.ts';
import type { FewerRolesProposal } from '#lib/factors/schema.ts';
import { tApiTokens, tApiTokenWrites, tTokenLifetime } from '#lib/messages/api.ts';
import { tApprovalsPage, tPaymentsForApproval } from '#lib/messages/approvals.ts';
import { tDirectory } from '#lib/messages/directory.ts';
import { tRetention } from '#lib/messages/retention.ts';
import { tStatements } from '#lib/messages/statements.ts';
import { tTeamDeputies, tTeamFactors } from '#lib/messages/team.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { ApprovalsPageView } from '#lib/reports/schema/pages.ts';
import { decideRetentionChangeAction } from '#lib/retention/actions.ts';
import type { RetentionProposal } from '#lib/retention/schema.ts';
import type { DeputyTerm } from '#lib/team/schema.ts';
import { addMilliseconds, toUnixSeconds } from '#lib/values/instant.ts';
import { formatRole } from '#lib/values/roles.ts';
import { ApprovalsRefresh } from './approvals-refresh.tsx';
import { countRiskProposals, DeskRows } from './desk-rows.tsx';
import { ProposalRow } from './proposal-row.tsx';
import { StatementProposalRows } from './statement-proposal-rows.tsx';

/** Lists the proposals that wait at a business and that the signed-in person may answer. */
export function ApprovalsPage({
  businessId,
  view: { payments, settings, desk, statements, deputyFor },
  hash,
}: {
  businessId: string;
  view: ApprovalsPageView;
  /** The hash of what the server rendered. */
  hash: string;
}) {
  const router = useRouter();
  const hasSettings =
    settings !== null &&
    settings.limits.changes.length +
      settings.retention.length +
      settings.tokens.length +
      (settings.fewerRoles === null ? 0 : 1) +
      (settings.tokenLifetime === null ? 0 : 1) >
      0;
  return (
    <>
      <PageHeader title={tApprovalsPage('title')} description={tApprovalsPage('description')} />
      <PageBody>
        <ApprovalsRefresh businessId={businessId} renderedHash={hash} />
        {deputyFor !== null && <DeputyNote term={deputyFor} />}
        {payments.length > 0 && (
          <Section title={tPaymentsForApproval('waiting.title')} count={payments.length}>
            <WaitingPaymentList
              businessId={businessId}
              waiting={payments}
              showsFields
              onAnswered={() => {
                toast.good(tApprovalsPage('paymentAnswered'));
                router.refresh();
              }}
            />
          </Section>
        )}
        {hasSettings && (
          <Section title={tApprovalsPage('settings')}>
            <ul className="divide-y divide-line">
              <LimitRows businessId={businessId} changes={settings.limits.changes} />
              <RetentionRows businessId={businessId} proposals={settings.retention} />
              <TokenRows businessId={businessId} proposals={settings.tokens} />
              {settings.tokenLifetime !== null && (
                <TokenLifetimeRow businessId={businessId} proposal={settings.tokenLifetime} />
              )}
              {settings.fewerRoles !== null && (
                <FewerRolesRow businessId={businessId} proposal={settings.fewerRoles} />
              )}
            </ul>
          </Section>
        )}
        {desk !== null && countRiskProposals(desk) > 0 && (
          <Section title={tApprovalsPage('desk.title')}>
            <ul className="divide-y divide-line">
              <DeskRows businessId={businessId} desk={desk} />
            </ul>
          </Section>
        )}
        {statements.length > 0 && (
          <Section title={tStatements('approvals.title')}>
            <ul className="divide-y divide-line">
              <StatementProposalRows businessId={businessId} proposals={statements} />
            </ul>
          </Section>
        )}
        {payments.length === 0 &&
          statements.length === 0 &&
          !hasSettings &&
          countRiskProposals(desk) === 0 && (
            <EmptyState icon={<Stamp aria-hidden />} title={tApprovalsPage('empty.title')}>
              <p>{tApprovalsPage('empty.text')}</p>
            </EmptyState>
          )}
      </PageBody>
    </>
  );
}

function DeputyNote({ term: { name, until } }: { term: DeputyTerm }) {
  return (
    <Banner title={tTeamDeputies('standIn.title', { name })}>
      {tTeamDeputies.rich('standIn.detail', {
        name,
        until: () => <DateTime key="until" at={toUnixSeconds(addMilliseconds(until, -1))} />,
      })}
    </Banner>
  );
}

function LimitRows({ businessId, changes }: { businessId: string; changes: LimitsView['changes'] }) {
  return changes.map((proposal) => {
    const { proposalId, subject: currency, before: present, after: amount } = proposal;
    const before = () => <AmountText amount={present} currency={currency} exact />;
    return (
      <ProposalRow
        key={proposalId}
        proposal={proposal}
        sentence={
          amount === null
            ? tApprovalsPage.rich('limit.removal', { currency, before })
            : tApprovalsPage.rich('limit.higher', {
                currency,
                before,
                after: () => <AmountText amount={amount} currency={currency} exact />,
              })
        }
        onAnswer={(answer) => decideLimitChangeAction({ businessId, proposalId, answer })}
      />
    );
  });
}

function RetentionRows({
  businessId,
  proposals,
}: {
  businessId: string;
  proposals: readonly RetentionProposal[];
}) {
  return proposals.map((proposal) => {
    const { proposalId, kind, years, before } = proposal;
    return (
      <ProposalRow
        key={proposalId}
        proposal={proposal}
        sentence={
          before === null
            ? tApprovalsPage('retention.first', { kind: tRetention(`kinds.${kind}`), years })
            : tApprovalsPage('retention.shorter', { kind: tRetention(`kinds.${kind}`), years, before })
        }
        consequence={tRetention('confirm.body')}
        onAnswer={(answer) => decideRetentionChangeAction({ businessId, proposalId, answer })}
      />
    );
  });
}

function TokenRows({ businessId, proposals }: { businessId: string; proposals: readonly TokenProposal[] }) {
  return proposals.map((proposal) => {
    const {
      proposalId,
      after: { name, scopes, groups },
    } = proposal;
    // The sentence on the roles of groups names this scope.
    const writes = scopes.filter((scope) => groups === undefined || scope !== 'directory:write');
    return (
      <ProposalRow
        key={proposalId}
        proposal={proposal}
        sentence={[
          ...(writes.length === 0
            ? []
            : [
                tApiTokenWrites('sentence', {
                  name,
                  scopes: writes.map((scope) => tApiTokens(`scope.${scope}`)).join(', '),
                }),
              ]),
          ...(groups === undefined
            ? []
            : [tDirectory('sentence', { name, roles: describeGroupRoles(groups) })]),
        ].join(' ')}
        consequence={writes.length === 0 ? tDirectory('consequence') : tApiTokenWrites('detail')}
        onAnswer={(answer) => decideApiTokenAction({ businessId, proposalId, answer })}
      />
    );
  });
}

function TokenLifetimeRow({ businessId, proposal }: { businessId: string; proposal: ProposalView<number> }) {
  const { proposalId, before, after: days } = proposal;
  return (
    <ProposalRow
      proposal={proposal}
      sentence={tTokenLifetime('sentence', { days, before: String(before ?? days) })}
      consequence={tTokenLifetime('consequence')}
      onAnswer={(answer) => decideTokenLifetimeAction({ businessId, proposalId, answer })}
    />
  );
}

function FewerRolesRow({ businessId, proposal }: { businessId: string; proposal: FewerRolesProposal }) {
  const { proposalId, before, after, reason } = proposal;
  const removed = (before ?? [])
    .filter((role) => !after.includes(role))
    .map(formatRole)
    .join(', ');
  return (
    <ProposalRow
      proposal={proposal}
      sentence={tTeamFactors('fewer.detail', { removed, reason })}
      onAnswer={(answer) => decideFewerRolesAction({ businessId, proposalId, answer })}
    />
  );
}
