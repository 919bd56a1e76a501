'use client';

import { useAction } from '#components/query/use-action.ts';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { answerDeskChangeAction } from '#lib/reviews/actions.ts';
import type { Settings } from '#lib/reviews/settings/model.ts';
import type { SettingsProposal } from '#lib/reviews/settings/schema.ts';
import { ControlProposal } from './control-proposal.tsx';

const rows: readonly { readonly label: string; readonly of: (settings: Settings) => string }[] = [
  { label: 'A second person from', of: ({ secondFromEur }) => `${secondFromEur} EUR` },
  { label: 'Due after', of: ({ dueHours }) => `${dueHours} hours` },
  { label: 'Risk score from', of: ({ riskScoreFrom }) => riskScoreFrom ?? 'off' },
];

/** The proposed change of the settings, old and new values side by side. */
export function SettingsChange({
  businessId,
  proposal,
  me,
  missing,
}: {
  businessId: string;
  proposal: SettingsProposal;
  me: string;
  missing: string | null;
}) {
  const { act, isPending } = useAction(businessId, 'reviews', { refresh: true });
  const { changeId, from, to, isOutdated } = proposal;
  const changed = rows.filter(({ of }) => of(from) !== of(to));
  return (
    <ControlProposal
      what="weaker settings"
      proposal={proposal}
      me={me}
      missing={missing}
      outdated={isOutdated ? 'The settings have changed since. Decline or withdraw it.' : null}
      isPending={isPending}
      onAnswer={(answer, comment, done) =>
        void act(() => answerDeskChangeAction({ businessId, changeId, answer, comment }), {
          failed: 'Nothing was changed',
          done,
        })
      }
    >
      <DescriptionList>
        {changed.map(({ label, of }) => (
          <Fact key={label} label={label}>
            {of(from)} → {of(to)}
          </Fact>
        ))}
      </DescriptionList>
    </ControlProposal>
  );
}
