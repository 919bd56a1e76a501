import { Badge } from '#components/ui/badge.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tTeam } from '#lib/messages/team.ts';
import type { OpenInvitation } from '#lib/team/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatRole } from '#lib/values/roles.ts';
import { InvitationMenu } from './invitation-menu.tsx';
import { describeInvitationStatus } from './invitation-status.ts';

/** The open and expired invitations, with a menu for each. */
export function InvitationTable({
  businessId,
  labelledBy,
  invitations,
  isMailOn,
}: {
  businessId: string;
  labelledBy: string;
  invitations: readonly OpenInvitation[];
  isMailOn: boolean;
}) {
  return (
    <DataTable stacks labelledBy={labelledBy}>
      <thead>
        <tr>
          <HeadCell>{tTeam('invitations.email')}</HeadCell>
          <HeadCell>{tTeam('invitations.role')}</HeadCell>
          <HeadCell>{tTeam('invitations.status')}</HeadCell>
          <HeadCell>{tTeam('invitations.invitedBy')}</HeadCell>
          <HeadCell numeric>{tTeam('invitations.expires')}</HeadCell>
          <HeadCell numeric>
            <span className="sr-only">{tTeam('invitations.actions')}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {invitations.map((invitation) => (
          // Renewing can change the id of an invitation: the row with its open dialog stays.
          <Row key={invitation.email}>
            <Cell>
              <span className="block max-w-72 truncate" data-tooltip={invitation.email}>
                {ExternalText(invitation.email)}
              </span>
            </Cell>
            <Cell>{formatRole(invitation.role)}</Cell>
            <Cell>
              <Status invitation={invitation} />
            </Cell>
            <Cell>
              {invitation.invitedBy === null
                ? tTeam('invitations.operator')
                : ExternalText(invitation.invitedBy)}
            </Cell>
            <Cell numeric className="text-muted">
              <DateTime at={toUnixSeconds(invitation.expiresAt)} />
            </Cell>
            <Cell numeric>
              <InvitationMenu businessId={businessId} invitation={invitation} isMailOn={isMailOn} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

function Status({ invitation }: { invitation: OpenInvitation }) {
  const { tone, label, detail } = describeInvitationStatus(invitation);
  const reason = invitation.mail?.reason ?? undefined;
  return (
    <div className={detail === null ? undefined : 'py-1.5'}>
      <Badge tone={tone} {...(reason === undefined ? {} : { hint: reason })}>
        {label}
      </Badge>
      {detail !== null && (
        <p className="max-w-80 whitespace-normal pt-1 text-muted text-xs leading-4">{detail}</p>
      )}
    </div>
  );
}
