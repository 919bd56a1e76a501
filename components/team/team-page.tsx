import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { PaginationBar } from '#components/ui/pagination-bar.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import type { RequiredRolesView } from '#lib/factors/schema.ts';
import { tTeam } from '#lib/messages/team.ts';
import { pageSize } from '#lib/team/model.ts';
import type { CountedPage, DutyHolders, TeamView } from '#lib/team/schema.ts';
import { InvitationTable } from './invitation-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberTable } from './member-table.tsx';
import { PermissionTable } from './permission-table.tsx';
import { RequiredRoles } from './required-roles.tsx';

function formatNames({ names, total }: DutyHolders): string {
  const shown = names.join(', ');
  const rest = total - names.length;
  return rest > 0 ? tTeam('duties.more', { names: shown, count: rest }) : shown;
}

/** Names the members who hold duties that separate people should have. Nothing without any. */
function ConflictingDuties({ duties }: { duties: readonly DutyHolders[] }) {
  if (duties.length === 0) return null;
  return (
    <Section title={tTeam('duties.title')}>
      <ul className="grid gap-2 text-sm">
        {duties.map((holders) => (
          <li key={holders.conflict}>
            <p>{tTeam(`duties.${holders.conflict}`)}</p>
            <p className="text-muted">{tTeam('duties.holders', { names: formatNames(holders) })}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-xs">{tTeam('duties.hint')}</p>
    </Section>
  );
}

/** The people of a business, its open invitations, and the permissions of each role. */
export function TeamPage({
  businessId,
  view,
  required,
}: {
  businessId: string;
  view: TeamView;
  /** Roles that need a second factor. */
  required: RequiredRolesView;
}) {
  const { members, invitations, duties, proposedAuditors, deputyCandidates, isMailOn } = view;
  const href = (pages: { members?: number; invitations?: number }) => {
    const query = new URLSearchParams();
    for (const [name, page] of Object.entries({
      members: members.page,
      invitations: invitations.page,
      ...pages,
    }))
      if (page > 1) query.set(name, String(page));
    return `/${businessId}/team${query.size === 0 ? '' : `?${query}`}`;
  };
  return (
    <>
      <PageHeader
        title={tTeam('title')}
        count={members.total}
        description={<ZoneNote />}
        main={<InviteDialog businessId={businessId} isMailOn={isMailOn} />}
      />
      <PageBody>
        <Section title={tTeam('members.title')} titleId="members" count={members.total} flush>
          <MemberTable
            businessId={businessId}
            labelledBy="members"
            members={members.rows}
            proposedAuditors={proposedAuditors}
            deputyCandidates={deputyCandidates}
          />
          <Pages list={members} href={(page) => href({ members: page })} />
        </Section>
        <Section title={tTeam('invitations.title')} titleId="invitations" count={invitations.total} flush>
          {invitations.total === 0 ? (
            <p className="px-4 py-3 text-muted text-sm">{tTeam('invitations.empty')}</p>
          ) : (
            <InvitationTable
              businessId={businessId}
              labelledBy="invitations"
              invitations={invitations.rows}
              isMailOn={isMailOn}
            />
          )}
          <Pages list={invitations} href={(page) => href({ invitations: page })} />
        </Section>
        <RequiredRoles
          // The server's answer replaces what was selected.
          key={`${required.roles.join()} ${required.proposal?.proposalId ?? ''}`}
          businessId={businessId}
          view={required}
        />
        <ConflictingDuties duties={duties} />
        <Section title={tTeam('permissions.title')} titleId="permissions" flush>
          <PermissionTable labelledBy="permissions" />
        </Section>
      </PageBody>
    </>
  );
}

/** The foot of a list that has more than one page. */
function Pages({ list, href }: { list: CountedPage<unknown>; href: (page: number) => string }) {
  const { page, pages, rows, total } = list;
  if (pages === 1) return null;
  const from = (page - 1) * pageSize + 1;
  return (
    <PaginationBar
      shown={tTeam('members.range', {
        from: String(from),
        to: String(from + rows.length - 1),
        total: String(total),
      })}
      previousHref={page > 1 ? href(page - 1) : null}
      nextHref={page < pages ? href(page + 1) : null}
    />
  );
}
