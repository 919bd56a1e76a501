import { Banner } from '#components/ui/banner.tsx';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import { formatIgnoredParameters } from '../filters/filter-labels.ts';

/** Notices about parts of the URL that the list could not read. */
export function UrlNotices({
  spec,
  ignored,
  isCursorInvalid,
}: {
  spec: ListSpec;
  /** The names of unreadable URL parameters. */
  ignored: readonly string[];
  isCursorInvalid: boolean;
}) {
  return (
    <div className="flex flex-col gap-2 px-4 pb-3">
      {ignored.length > 0 && (
        <Banner title={tList('notices.ignored', { names: formatIgnoredParameters(spec, ignored) })}>
          {tList('notices.ignoredAdvice')}
        </Banner>
      )}
      {isCursorInvalid && <Banner title={tList('notices.start')}>{tList('notices.startAdvice')}</Banner>}
    </div>
  );
}
