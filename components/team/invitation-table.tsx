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
    <DataTable labelledBy={labelledBy}>
      <thead>
        <tr>
          <HeadCell>{tTeam('invitations.email')}</HeadCell>
          <HeadCell className="narrow:hidden">{tTeam('invitations.role')}</HeadCell>
          <HeadCell>{tTeam('invitations.status')}</HeadCell>
          <HeadCell className="narrow:hidden">{tTeam('invitations.invitedBy')}</HeadCell>
          <HeadCell numeric className="narrow:hidden">
            {tTeam('invitations.expires')}
          </HeadCell>
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
              <span className="block max-w-72 narrow:max-w-36 truncate" data-tooltip={invitation.email}>
                {ExternalText(invitation.email)}
              </span>
              <span className="hidden narrow:block text-muted text-xs">{formatRole(invitation.role)}</span>
            </Cell>
            <Cell className="narrow:hidden">{formatRole(invitation.role)}</Cell>
            <Cell>
              <Status invitation={invitation} />
            </Cell>
            <Cell className="narrow:hidden">
              {invitation.invitedBy === null
                ? tTeam('invitations.operator')
                : ExternalText(invitation.invitedBy)}
            </Cell>
            <Cell numeric className="narrow:hidden text-muted">
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
