import { Section } from '#components/shell/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tOverviewNews } from '#lib/messages/overview-news.ts';
import type { NewRecordCounts } from '#lib/reports/schema/overview.ts';
import { maximumNews } from '#lib/reports/schema/overview.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { toNewRecordsHref } from './list-links.ts';

/** Shows the new records since the person's previous visit, if there are any. Each number links to the list from that day on. */
export function NewRecordsNotice({ base, news }: { base: string; news: NewRecordCounts }) {
  const lists = (['payments', 'deposits', 'refunds', 'withdrawals'] as const).filter(
    (list) => news[list] > 0,
  );
  if (lists.length === 0) return null;
  return (
    <Section
      title={tOverviewNews('title')}
      actions={
        <span className="text-muted text-xs">
          {tOverviewNews.rich('since', { time: () => <DateTime at={inSeconds(news.since)} /> })}
        </span>
      }
    >
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {lists.map((list) => (
          <li key={list}>
            <TextLink href={toNewRecordsHref(base, list, news.sinceDay)} prefetch={false}>
              {news[list] > maximumNews
                ? tOverviewNews(`atLeast.${list}`, { count: maximumNews })
                : tOverviewNews(list, { count: news[list] })}
            </TextLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
