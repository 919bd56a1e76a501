import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewSettings } from '#lib/messages/reviews.ts';
import { describeMissingPeople } from '#lib/reviews/decisions/model.ts';
import type { DeskFigures } from '#lib/reviews/queue/schema-figures.ts';
import type { SettingsProposal } from '#lib/reviews/settings/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { ChangedSettings } from './changed-settings.tsx';
import { DeskSettingsForm } from './desk-settings-form.tsx';
import { SettingsChange } from './settings-change.tsx';

/** Says who declined the last proposed settings, and why. */
function DeclinedSettings({ declined }: { declined: SettingsProposal }) {
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

type DeskSettingsProps = {
  businessId: string;
  figures: Pick<DeskFigures, 'settings' | 'proposal' | 'declined' | 'eligible' | 'maySet'>;
};

/** Shows the settings of the desk. Owners change them, and a second person approves weaker settings. */
export function DeskSettings({ businessId, figures }: DeskSettingsProps) {
  const { settings, proposal, declined, maySet } = figures;
  const missing = describeMissingPeople(figures.eligible);
  return (
    <Section title={tReviewSettings('settings.title')}>
      <div className="flex flex-col gap-5">
        {proposal !== null && (
          <SettingsChange businessId={businessId} proposal={proposal} missing={missing} />
        )}
        {declined !== null && <DeclinedSettings declined={declined} />}
        {maySet ? (
          <DeskSettingsForm
            key={JSON.stringify(settings)}
            businessId={businessId}
            settings={settings}
            missing={missing}
            isWaiting={proposal !== null}
          />
        ) : (
          <DescriptionList>
            <Fact label={tReviewSettings('settings.secondFrom')}>
              <AmountText amount={settings.secondFromEur} currency="EUR" exact />
            </Fact>
            <Fact label={tReviewSettings('settings.twoPersonCategories')}>
              {settings.twoPersonCategories.join(', ') || tReviewSettings('settings.off')}
            </Fact>
            <Fact label={tReviewSettings('settings.dueAfter')}>
              {tReviewSettings('settings.hours', { hours: settings.dueHours })}
            </Fact>
            <Fact label={tReviewSettings('settings.riskScoreFrom')}>
              {settings.riskScoreFrom ?? tReviewSettings('settings.off')}
            </Fact>
          </DescriptionList>
        )}
      </div>
    </Section>
  );
}
