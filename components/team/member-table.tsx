import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { tTeam, tTeamAddress, tTeamAuditors, tTeamDeputies, tTeamFactors } from '#lib/messages/team.ts';
import type { DeputyCandidate, DeputyTerm, Member } from '#lib/team/schema.ts';
import { addMilliseconds, toUnixSeconds } from '#lib/values/instant.ts';
import { formatRole } from '#lib/values/roles.ts';
import { MemberMenu } from './member-menu.tsx';

/** The people of the business, with a menu for each. */
export function MemberTable({
  businessId,
  labelledBy,
  members,
  proposedAuditors,
  deputyCandidates,
}: {
  businessId: string;
  labelledBy: string;
  members: readonly Member[];
  /** The auditors for whom risk detail is proposed. */
  proposedAuditors: readonly string[];
  deputyCandidates: readonly DeputyCandidate[];
}) {
  return (
    <DataTable stacks labelledBy={labelledBy} density="cozy">
      <thead>
        <tr>
          <HeadCell>{tTeam('members.name')}</HeadCell>
          <HeadCell>{tTeam('members.role')}</HeadCell>
          <HeadCell>{tTeamFactors('team.title')}</HeadCell>
          <HeadCell numeric>{tTeam('members.sessions')}</HeadCell>
          <HeadCell numeric>{tTeam('members.joined')}</HeadCell>
          <HeadCell numeric>{tTeam('members.lastSeen')}</HeadCell>
          <HeadCell numeric>
            <span className="sr-only">{tTeam('members.actions')}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Row key={member.personId}>
            <Cell>
              <MemberName member={member} />
            </Cell>
            <Cell className="py-1">
              <MemberRole member={member} isProposed={proposedAuditors.includes(member.personId)} />
            </Cell>
            <Cell>
              <MemberFactor member={member} />
            </Cell>
            <Cell numeric>{member.sessions}</Cell>
            <Cell numeric className="text-muted">
              <DateTime at={toUnixSeconds(member.joinedAt)} />
            </Cell>
            <Cell numeric className="text-muted">
              <LastSeen member={member} />
            </Cell>
            <Cell numeric>
              <MemberMenu
                businessId={businessId}
                member={member}
                isProposed={proposedAuditors.includes(member.personId)}
                deputyCandidates={deputyCandidates}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

function MemberFactor({ member: { factor } }: { member: Member }) {
  const label = tTeamFactors(`team.states.${factor}`);
  switch (factor) {
    case 'on':
      return <Badge tone="good">{label}</Badge>;
    case 'off':
      return <span className="text-muted">{label}</span>;
    case 'required':
      return (
        <Badge tone="attention" hint={tTeamFactors('team.hints.required')}>
          {label}
        </Badge>
      );
    case 'overdue':
      return (
        <Badge tone="bad" hint={tTeamFactors('team.hints.overdue')}>
          {label}
        </Badge>
      );
    case 'exempt':
      return <Badge hint={tTeamFactors('team.hints.exempt')}>{label}</Badge>;
  }
}

function LastSeen({ member: { lastSeenAt } }: { member: Member }) {
  if (lastSeenAt === null) return <span className="text-faint">{tTeam('members.never')}</span>;
  return <Time at={toUnixSeconds(lastSeenAt)} />;
}

function MemberName({ member }: { member: Member }) {
  return (
    <div className="max-w-64 leading-4">
      <p className="flex items-center gap-1.5 font-medium">
        <span className="truncate">{ExternalText(member.name)}</span>
        {member.isMe && <Badge>{tTeam('members.me')}</Badge>}
      </p>
      <p className="truncate text-muted text-xs" data-tooltip={member.email}>
        {ExternalText(member.email)}
      </p>
    </div>
  );
}

const describeRecentAccess = ({ from, giver }: NonNullable<Member['recentAccess']>) =>
  from === 'person'
    ? tTeamAddress('recentBy', { giver })
    : tTeamAddress(from === 'operator' ? 'recentOperator' : 'recentProvider');

/** Names the deputy of an approver, or the approver of a deputy, and the days. */
function DeputyLine({ isApprover, term }: { isApprover: boolean; term: DeputyTerm | null }) {
  if (term === null) return null;
  return (
    <span className="block max-w-56 whitespace-normal text-muted text-xs">
      {tTeamDeputies.rich(isApprover ? 'ofApprover' : 'ofDeputy', {
        name: term.name,
        from: () => <DateTime key="from" at={toUnixSeconds(term.from)} />,
        // The last minute, because the end is the midnight after it.
        until: () => <DateTime key="until" at={toUnixSeconds(addMilliseconds(term.until, -1))} />,
      })}
    </span>
  );
}

function MemberRole({ member, isProposed }: { member: Member; isProposed: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <span>
        {formatRole(member.role)}
        {member.endsAt !== null && (
          <span className="block text-muted text-xs">
            {tTeamAuditors.rich('until', {
              time: () => <DateTime key="time" at={toUnixSeconds(member.endsAt ?? member.joinedAt)} />,
            })}
          </span>
        )}
        <DeputyLine isApprover term={member.deputy} />
        <DeputyLine isApprover={false} term={member.deputyFor} />
      </span>
      {member.hasEnded && (
        <Badge tone="attention" hint={tTeamAuditors('endedHint')}>
          {tTeamAuditors('ended')}
        </Badge>
      )}
      {isProposed && <Badge hint={tTeamAuditors('proposedHint')}>{tTeamAuditors('proposed')}</Badge>}
      {member.isLastOwner && (
        <Badge hint={tTeam('members.lastOwnerHint')}>{tTeam('members.lastOwner')}</Badge>
      )}
      {!member.isAddressVerified && (
        <Badge tone="attention" hint={tTeamAddress('unverifiedHint')}>
          {tTeamAddress('unverified')}
        </Badge>
      )}
      {member.recentAccess !== null && (
        <Badge hint={describeRecentAccess(member.recentAccess)}>{tTeamAddress('recent')}</Badge>
      )}
      {member.disabled === 'here' && (
        <Badge tone="bad" hint={tTeam('members.disabledHereHint')}>
          {tTeam('members.disabledHere')}
        </Badge>
      )}
      {member.disabled === 'account' && (
        <Badge tone="bad" hint={tTeam('members.disabledAccountHint')}>
          {tTeam('members.disabledAccount')}
        </Badge>
      )}
    </span>
  );
}
