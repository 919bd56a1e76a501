'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { notificationKeys } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { useAction } from '#components/query/use-action.ts';
import { PageBody, PageHeader, pageTitleId } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { ExternalText } from '#components/ui/external-text.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time, ZoneNote } from '#components/ui/time.tsx';
import { tNotifications } from '#lib/messages/notifications.ts';
import { markNotificationsReadAction } from '#lib/notifications/actions.ts';
import { findBurstPath, findRecordPath } from '#lib/notifications/model.ts';
import { formatEvent, formatObject } from '#lib/notifications/model-event.ts';
import type { InboxPage, NotificationView } from '#lib/notifications/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const pageShape = checkFields<InboxPage>(withFields('rows', 'next'));
const noCursor: string | null = null;

/** The person's notifications, unread first. Each links to its record. */
export function NotificationsPage({
  businessId,
  firstPage,
  readAt,
}: {
  businessId: string;
  firstPage: InboxPage;
  /** When the server read the first page. */
  readAt: Instant;
}) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isError } = useInfiniteQuery({
    queryKey: notificationKeys.list(businessId),
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? '' : `?after=${encodeURIComponent(pageParam)}`;
      return requestJson(`/api/businesses/${businessId}/notifications${query}`, pageShape, signal);
    },
    initialPageParam: noCursor,
    getNextPageParam: ({ next }) => next,
    initialData: { pages: [firstPage], pageParams: [noCursor] },
    initialDataUpdatedAt: readAt,
  });
  const { act, isPending } = useAction({ businessId, kind: 'notifications' });
  const rows = data.pages.flatMap((page) => page.rows);
  const markRead = (ids: readonly string[] | 'all') =>
    void act(() => markNotificationsReadAction({ businessId, ids: ids === 'all' ? ids : [...ids] }), {
      failed: tNotifications('failed.mark'),
    });
  return (
    <>
      <PageHeader
        title={tNotifications('title')}
        description={
          <>
            {tNotifications('description')} <ZoneNote />
          </>
        }
        actions={
          <Button
            variant="secondary"
            isPending={isPending}
            isDisabled={rows.every(({ isRead }) => isRead)}
            onPress={() => markRead('all')}
          >
            {tNotifications('markAllRead')}
          </Button>
        }
      />
      <PageBody>
        {isError && <Banner tone="bad" title={tNotifications('failed.list')} />}
        {rows.length === 0 ? (
          <EmptyState icon={<Bell aria-hidden />} title={tNotifications('empty.title')}>
            {tNotifications('empty.text')}
          </EmptyState>
        ) : (
          <ul aria-labelledby={pageTitleId} className="flex max-w-page flex-col divide-y divide-line">
            {rows.map((row) => (
              <Item
                key={row.id}
                businessId={businessId}
                notification={row}
                isPending={isPending}
                onRead={() => markRead([row.id])}
              />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div>
            <Button variant="secondary" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
              {tNotifications('showMore')}
            </Button>
          </div>
        )}
      </PageBody>
    </>
  );
}

function Item({
  businessId,
  notification,
  isPending,
  onRead,
}: {
  businessId: string;
  notification: NotificationView;
  isPending: boolean;
  onRead: () => void;
}) {
  const { kind, recordId, transition, label, at, isRead, burst } = notification;
  const isBurst = burst.count > 0;
  const path = (isBurst ? findBurstPath : findRecordPath)(kind, recordId, transition);
  const objects = [notification, ...burst.newest].filter((one) => one.label !== '');
  const others = burst.count + 1 - objects.length;
  return (
    <li className="flex gap-x-3 py-2 text-sm md:items-center">
      <span
        aria-hidden
        className={cx('size-2 shrink-0 max-md:mt-1.5', !isRead && 'rounded-full bg-accent')}
      />
      <div className="min-w-0 flex-1">
        <TextLink
          href={`/${businessId}/${path}`}
          onClick={() => {
            if (!isRead) onRead();
          }}
          className={isRead ? 'text-muted' : 'font-medium'}
        >
          {!isRead && <span className="sr-only">{tNotifications('unread')} </span>}
          {formatEvent(kind, transition)}
        </TextLink>
        {isBurst ? (
          <ul className="flex flex-wrap gap-x-2 text-muted text-xs">
            {objects.map((one) => (
              <li key={`${one.recordId}-${one.transition}`} className="max-w-full truncate">
                <TextLink
                  prefetch={false}
                  href={`/${businessId}/${findRecordPath(kind, one.recordId, one.transition)}`}
                >
                  {ExternalText(formatObject(kind, one.label))}
                </TextLink>
              </li>
            ))}
            {others > 0 && <li>{tNotifications('more', { count: others })}</li>}
          </ul>
        ) : (
          label !== '' && (
            <div className="truncate text-muted text-xs">{ExternalText(formatObject(kind, label))}</div>
          )
        )}
      </div>
      <span className="flex shrink-0 items-center gap-x-3 max-md:flex-col max-md:items-end">
        <span className="text-muted text-xs">
          <Time at={toUnixSeconds(at)} />
        </span>
        {!isRead && (
          <Button variant="quiet" size="sm" isDisabled={isPending} onPress={onRead}>
            {tNotifications('markRead')}
          </Button>
        )}
      </span>
    </li>
  );
}
