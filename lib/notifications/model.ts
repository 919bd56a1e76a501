import type { Permission } from '#lib/access/permissions.ts';
import { roleMay } from '#lib/access/permissions.ts';
import type { Role } from '#lib/values/roles.ts';

type Kind = {
  /** The permission to see notifications of this kind. It is checked whenever they are created, counted or listed. */
  readonly permission: Permission;
  /** The roles whose work it is. */
  readonly roles: readonly Role[];
};

const money: readonly Role[] = ['finance', 'owner'];
const desk: readonly Role[] = ['compliance', 'owner'];

/** The kinds of notifications. */
const kinds = {
  'payment-paid': { permission: 'read', roles: money },
  'exception-opened': { permission: 'read', roles: money },
  'refund-confirmed': { permission: 'read', roles: money },
  'withdrawal-failed': { permission: 'read', roles: money },
  'callbacks-silent': { permission: 'alarm.acknowledge', roles: ['finance', 'compliance', 'owner'] },
  'creation-approval': { permission: 'payment.create', roles: money },
  'batch-ended': { permission: 'payment.create', roles: money },
  'case-opened': { permission: 'review.work', roles: desk },
  'case-assigned': { permission: 'review.work', roles: desk },
  'case-proposal': { permission: 'review.work', roles: desk },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof kinds;

const isNotificationKind = (name: string): name is NotificationKind => Object.hasOwn(kinds, name);

export const notificationKinds: readonly NotificationKind[] = Object.keys(kinds).filter(isNotificationKind);

/** Returns the kinds that a role may see. Rows of other kinds stay hidden after a change of role. */
export const listVisibleKinds = (role: Role): readonly NotificationKind[] =>
  notificationKinds.filter((kind) => roleMay(role, kinds[kind].permission));

/** Returns true if the role is notified about the kind. */
export function isNotified(role: Role, kind: NotificationKind): boolean {
  const { permission, roles }: Kind = kinds[kind];
  return roleMay(role, permission) && roles.includes(role);
}

/** Returns true for kinds that only people who work on cases may know of. */
export const isGuardedKind = (kind: NotificationKind): boolean => kinds[kind].permission === 'review.work';

/** An unread count stops there: the bell shows 99+. */
export const maxUnreadCount = 100;

/** Notifications on one page of the inbox. */
export const inboxPageSize = 50;

/** Days after which a read notification is deleted. */
export const readRetentionDays = 90;

/** Days after which an unread notification is deleted. */
export const unreadRetentionDays = 180;

/** Returns the address of the record, below the business. */
export function findRecordPath(kind: NotificationKind, recordId: string, transition: string): string {
  switch (kind) {
    case 'payment-paid':
      return `payments/${recordId}`;
    case 'exception-opened':
      return transition === 'unknown-outcome' ? 'exceptions' : `payments/${recordId}`;
    case 'refund-confirmed':
      return `deposits/${recordId}`;
    case 'withdrawal-failed':
      return `withdrawals/${recordId}`;
    case 'callbacks-silent':
      return 'connection';
    case 'creation-approval':
      return 'payments/new';
    case 'batch-ended':
      return `payments/bulk/${recordId}`;
    case 'case-opened':
    case 'case-assigned':
    case 'case-proposal':
      return `reviews/${recordId}`;
    default:
      return kind satisfies never;
  }
}

/** Returns the kinds about which a role is notified. */
export const listNotifiedKinds = (role: Role): readonly NotificationKind[] =>
  notificationKinds.filter((kind) => isNotified(role, kind));
