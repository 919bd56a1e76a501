import { Section } from '#components/shell/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { ListCount } from '#lib/lists/model/query.ts';
import { tOverviewNews } from '#lib/messages/overview.ts';
import type { ChangesSinceVisit, VisitChangeKind } from '#lib/reports/schema/overview.ts';
import { visitChangeKinds } from '#lib/reports/schema/overview.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { toVisitChangesHref } from './list-links.ts';

function describeCount(kind: VisitChangeKind, { count, more }: ListCount): string {
  if (!more) return tOverviewNews(`counts.${kind}`, { count });
  // Only the most recent changes are read, so others may be among the older ones.
  return count === 0 ? tOverviewNews(`uncounted.${kind}`) : tOverviewNews(`atLeast.${kind}`, { count });
}

/** Shows what is new or changed since the person's previous visit, if anything. Each number links to exactly its rows. */
export function VisitChangesNotice({ base, news }: { base: string; news: ChangesSinceVisit }) {
  const kinds = visitChangeKinds.filter((kind) => news.counts[kind].count > 0 || news.counts[kind].more);
  if (kinds.length === 0) return null;
  return (
    <Section
      title={tOverviewNews('title')}
      actions={
        <span className="text-muted text-xs">
          <DateTime at={toUnixSeconds(news.since)} />
        </span>
      }
    >
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {kinds.map((kind) => (
          <li key={kind}>
            <TextLink href={toVisitChangesHref(base, kind, news.since)} prefetch={false}>
              {describeCount(kind, news.counts[kind])}
            </TextLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
