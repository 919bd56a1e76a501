'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { notificationKeys } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tNotificationBell } from '#lib/messages/shell.ts';
import type { UnreadCount } from '#lib/notifications/schema.ts';

const countShape = checkFields<UnreadCount>(withFields('unread'));

/** Opens the inbox and shows the number of unread notifications. */
export function NotificationBell({ businessId }: { businessId: string }) {
  const { data } = useQuery({
    queryKey: notificationKeys.count(businessId),
    queryFn: ({ signal }) =>
      requestJson(`/api/businesses/${businessId}/notifications/count`, countShape, signal),
  });
  const unread = data?.unread ?? 0;
  const count = unread > 99 ? tNotificationBell('more') : `${unread}`;
  return (
    <Link
      href={`/${businessId}/notifications`}
      prefetch={false}
      aria-label={tNotificationBell('label', { unread, count })}
      className="pressable relative flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover [&_svg]:size-4"
    >
      <SpriteIcon name="bell" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute end-0 top-0 rounded-full bg-accent px-1 font-semibold text-2xs text-on-accent tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  );
}
