'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ListCountsProps } from '#components/list/list-props.ts';
import { formatCount } from '#components/list/table/list-footer.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { totalsRefresh } from '#components/shell/refresh-changed-queries.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { PendingContent } from '#components/ui/pending-content.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CallbackVerdictCounts } from '#lib/callbacks/schema/list.ts';
import { listAddress } from '#lib/lists/model/query.ts';
import { tCallbacks } from '#lib/messages/callbacks.ts';

const shape = checkFields<CallbackVerdictCounts>(withFields('verdicts'));

/** Counts the filtered callbacks by verdict. Their amounts differ in meaning, so there are no totals. */
export function VerdictCounts({ api, family, query, getHref }: ListCountsProps) {
  const { locale } = useLocaleSettings();
  const firstPage = { after: null, before: null };
  const filtered = listAddress({ ...query, by: null, sort: 'newest', ...firstPage });
  const counts = useQuery({
    queryKey: [...family, 'verdict-counts', filtered],
    queryFn: ({ signal }) => requestJson(`${api}/verdicts?${filtered}`, shape, signal),
    placeholderData: keepPreviousData,
    meta: totalsRefresh,
  });
  if (counts.isPending) return <Skeleton className="h-3 w-64" />;
  if (!counts.data) return <span className="text-muted">{tCallbacks('verdictCountsFailed')}</span>;
  const figures = counts.data.verdicts.map(({ verdict, ...count }) => (
    <Link
      key={verdict}
      prefetch={false}
      href={getHref({ ...query, ...firstPage, choices: { ...query.choices, verdict: [verdict] } })}
      className="inline-flex items-baseline gap-1.5 hover:underline"
    >
      <span className="text-muted">{tCallbacks(`verdict.${verdict}`)}</span>
      <span className="font-medium tabular-nums">{formatCount(count, locale)}</span>
    </Link>
  ));
  return counts.isPlaceholderData ? <PendingContent>{figures}</PendingContent> : figures;
}
