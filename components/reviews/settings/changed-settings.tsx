import type { ReactNode } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { tReviewSettings } from '#lib/messages/reviews.ts';
import type { Settings } from '#lib/reviews/settings/model.ts';

const rows: readonly {
  readonly label: string;
  readonly read: (settings: Settings) => string | number | null;
  readonly show: (settings: Settings) => ReactNode;
}[] = [
  {
    label: tReviewSettings('settings.secondFrom'),
    read: ({ secondFromEur }) => secondFromEur,
    show: ({ secondFromEur }) => <AmountText amount={secondFromEur} currency="EUR" exact />,
  },
  {
    label: tReviewSettings('settings.twoPersonCategories'),
    read: ({ twoPersonCategories }) => twoPersonCategories.join(', '),
    show: ({ twoPersonCategories }) => twoPersonCategories.join(', ') || tReviewSettings('settings.off'),
  },
  {
    label: tReviewSettings('settings.dueAfter'),
    read: ({ dueHours }) => dueHours,
    show: ({ dueHours }) => tReviewSettings('settings.hours', { hours: dueHours }),
  },
  {
    label: tReviewSettings('settings.riskScoreFrom'),
    read: ({ riskScoreFrom }) => riskScoreFrom,
    show: ({ riskScoreFrom }) => riskScoreFrom ?? tReviewSettings('settings.off'),
  },
];

/** Shows the settings that differ, old and new values side by side. */
export function ChangedSettings({ from, to }: { from: Settings; to: Settings }) {
  return (
    <DescriptionList>
      {rows
        .filter(({ read }) => read(from) !== read(to))
        .map(({ label, show }) => (
          <Fact key={label} label={label}>
            {tReviewSettings.rich('settings.change', { before: () => show(from), after: () => show(to) })}
          </Fact>
        ))}
    </DescriptionList>
  );
}
