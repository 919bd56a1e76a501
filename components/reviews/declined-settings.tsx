import { Banner } from '#components/ui/banner.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewSettings } from '#lib/messages/review-settings.ts';
import type { DeclinedSettings as Declined } from '#lib/reviews/settings/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { ChangedSettings } from './changed-settings.tsx';

/** Says who declined the last proposed settings, and why. */
export function DeclinedSettings({ declined }: { declined: Declined }) {
  const { proposal, declinedBy, declinedAt, comment } = declined;
  return (
    <Banner tone="attention" title={tReviewSettings('proposal.declined')}>
      <p className="text-muted text-xs">
        {tReviewSettings.rich('proposal.declinedBy', {
          person: declinedBy.name,
          proposer: proposal.proposedBy.name,
          time: () => <DateTime at={toUnixSeconds(declinedAt)} />,
        })}
      </p>
      <ChangedSettings from={proposal.from} to={proposal.to} />
      {comment !== '' && (
        <p className="whitespace-pre-wrap break-words">{tReviewSettings('proposal.comment', { comment })}</p>
      )}
    </Banner>
  );
}
