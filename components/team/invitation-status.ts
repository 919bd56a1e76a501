import type { Tone } from '#components/ui/tone.ts';
import { tTeam } from '#lib/messages/team.ts';
import type { OpenInvitation } from '#lib/team/schema.ts';

type InvitationStatus = {
  readonly tone: Tone;
  readonly label: string;
  /** The next step of the owner, or null if nothing is wrong. */
  readonly detail: string | null;
};

/** Describes the state of an open or expired invitation, and what to do if its mail doesn't arrive. */
export function describeInvitationStatus({
  isExpired,
  mail,
}: Pick<OpenInvitation, 'isExpired' | 'mail'>): InvitationStatus {
  if (isExpired) return { tone: 'neutral', label: tTeam('invitations.expired'), detail: null };
  if (mail === null) return { tone: 'waiting', label: tTeam('invitations.linkCreated'), detail: null };
  if (mail.state === 'sent') return { tone: 'waiting', label: tTeam('invitations.mailSent'), detail: null };
  if (mail.state !== 'waiting')
    return {
      tone: 'bad',
      label: tTeam('invitations.mailFailed'),
      detail: tTeam('invitations.mailFailedDetail'),
    };
  return mail.reason === null
    ? { tone: 'waiting', label: tTeam('invitations.mailWaiting'), detail: null }
    : {
        tone: 'attention',
        label: tTeam('invitations.mailDelayed'),
        detail: tTeam('invitations.mailDelayedDetail'),
      };
}
