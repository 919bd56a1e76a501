import { Banner } from '#components/ui/banner.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewSettings } from '#lib/messages/review-settings.ts';
import type { SettingsProposal } from '#lib/reviews/settings/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { ChangedSettings } from './changed-settings.tsx';

/** Says who declined the last proposed settings, and why. */
export function DeclinedSettings({ declined }: { declined: SettingsProposal }) {
  const { before, after, proposedBy, answer } = declined;
  if (answer === null) return null;
  const { comment } = answer;
  return (
    <Banner tone="attention" title={tReviewSettings('proposal.declined')}>
      <p className="text-muted text-xs">
        {tReviewSettings.rich('proposal.declinedBy', {
          person: answer.by,
          proposer: proposedBy,
          time: () => <DateTime at={toUnixSeconds(answer.at)} />,
        })}
      </p>
      {before !== null && <ChangedSettings from={before} to={after} />}
      {comment !== null && (
        <p className="whitespace-pre-wrap break-words">{tReviewSettings('proposal.comment', { comment })}</p>
      )}
    </Banner>
  );
}
