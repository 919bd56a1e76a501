'use client';

import { SignedAmount } from '#components/money/amount-text.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { formatDay } from '#components/ui/format-time.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import type { PreviewedMatch, RulePreview } from '#lib/reconciliation/schema.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { StateBadge } from './state-badge.tsx';

/** Shows the matches that a rule would add, change and remove. */
export function RulePreviewList({ currency, preview }: { currency: string; preview: RulePreview }) {
  const { locale } = useLocaleSettings();
  const count = (n: number) => n.toLocaleString(locale);
  const { added, changed, removed, addedCount, changedCount, removedCount } = preview;
  const { unchangedCount, leftCount, from } = preview;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <Banner
        tone={removedCount + changedCount > 0 ? 'attention' : 'neutral'}
        title={tReconciliation('rules.previewed.added', { count: count(addedCount) })}
      >
        {changedCount > 0 && (
          <p>{tReconciliation('rules.previewed.changed', { count: count(changedCount) })}</p>
        )}
        <p>{tReconciliation('rules.previewed.removed', { count: count(removedCount) })}</p>
        <p>{tReconciliation('rules.previewed.unchanged', { count: count(unchangedCount) })}</p>
        <p>{tReconciliation('rules.previewed.left', { count: count(leftCount) })}</p>
        {from !== null && <p>{tReconciliation('rules.previewed.from', { day: formatDay(from, locale) })}</p>}
      </Banner>
      <Matches
        title={tReconciliation('rules.previewed.added', { count: count(addedCount) })}
        currency={currency}
        matches={added}
        all={addedCount}
      />
      <Matches
        title={tReconciliation('rules.previewed.changed', { count: count(changedCount) })}
        currency={currency}
        matches={changed}
        all={changedCount}
      />
      <Matches
        title={tReconciliation('rules.previewed.removed', { count: count(removedCount) })}
        currency={currency}
        matches={removed}
        all={removedCount}
      />
    </div>
  );
}

function Matches({
  title,
  currency,
  matches,
  all,
}: {
  title: string;
  currency: string;
  matches: readonly PreviewedMatch[];
  all: number;
}) {
  const { locale } = useLocaleSettings();
  if (matches.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto">
        {matches.map((match, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a preview is never reordered
          <li key={at} className="flex flex-col gap-0.5 py-1.5">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {formatDay(match.day, locale)} <SignedAmount amount={match.amount} currency={currency} />
              </span>
              <StateBadge state={match.state} />
            </span>
            <span className="text-muted text-xs">
              {tReconciliation('rules.previewed.counts', { lines: match.lines, records: match.records })}
            </span>
            {!isZero(match.difference) && (
              <span className="text-muted text-xs">
                {tReconciliation.rich('match.difference', {
                  amount: () => <SignedAmount amount={match.difference} currency={currency} />,
                })}
              </span>
            )}
            <span className="break-words text-muted text-xs">{ExternalText(match.text)}</span>
          </li>
        ))}
      </ul>
      {matches.length < all && (
        <p className="text-muted text-xs">
          {tReconciliation('rules.previewed.first', { count: String(matches.length) })}
        </p>
      )}
    </div>
  );
}
