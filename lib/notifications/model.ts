import type { Permission, Standing } from '#lib/access/permissions.ts';
import { hasPermission } from '#lib/access/permissions.ts';
import type { RecordKind } from '#lib/annotations/model.ts';
import { recordKinds } from '#lib/annotations/model.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';

/**
 * How a person gets notifications of a kind. Everything except `off` is in the inbox of the app. `at-once`, `hourly` and
 * `daily` are also sent by email.
 */
export const deliveries = ['off', 'app', 'at-once', 'hourly', 'daily'] as const;
export type Delivery = (typeof deliveries)[number];

type Kind = {
  /** The permission to see notifications of this kind. It is checked when they are created, counted, listed and mailed. */
  readonly permission: Permission;
  /** The roles whose work it is. */
  readonly roles: readonly Role[];
  /** The delivery for people who haven't chosen one. */
  readonly delivery: Delivery;
  /** The list that has all of them. Those of an hour are shown as one. */
  readonly list?: string;
  /** Other emails report these: the notices of a team, which can’t be switched off. */
  readonly isMailedElsewhere?: boolean;
};

const money: readonly Role[] = ['finance', 'owner'];
const desk: readonly Role[] = ['compliance', 'owner'];

/** The kinds of notifications. */
const kinds = {
  'payment-paid': {
    permission: 'read',
    roles: money,
    delivery: 'app',
    // A payment without a status may be paid, too.
    list: 'payments?depositStatus=CONFIRMED',
  },
  'exception-opened': { permission: 'read', roles: money, delivery: 'daily', list: 'exceptions' },
  'refund-confirmed': {
    permission: 'read',
    roles: money,
    delivery: 'daily',
    list: 'refunds?status=CONFIRMED',
  },
  'withdrawal-failed': {
    permission: 'read',
    roles: money,
    delivery: 'at-once',
    list: 'withdrawals?status=FAILED',
  },
  'withdrawal-unexpected': {
    permission: 'read',
    roles: money,
    delivery: 'at-once',
    list: 'withdrawals/expected',
  },
  'callbacks-silent': {
    permission: 'alarm.acknowledge',
    roles: ['finance', 'compliance', 'owner'],
    delivery: 'at-once',
  },
  'proposal-waiting': {
    permission: 'payment.approve',
    roles: [...money, 'approver'],
    delivery: 'at-once',
    list: 'approvals',
  },
  'batch-ended': { permission: 'payment.create', roles: money, delivery: 'app' },
  'schedule-failed': { permission: 'read', roles: money, delivery: 'at-once', list: 'reports/schedules' },
  'schedule-incomplete': { permission: 'read', roles: money, delivery: 'at-once', list: 'reports/schedules' },
  'events-failing': {
    permission: 'alarm.acknowledge',
    roles: ['owner'],
    delivery: 'at-once',
    list: 'settings/events',
  },
  'warehouse-failed': { permission: 'alarm.acknowledge', roles: ['owner'], delivery: 'at-once' },
  mention: { permission: 'read', roles, delivery: 'at-once' },
  'access-given': { permission: 'team.manage', roles: ['owner'], delivery: 'app', isMailedElsewhere: true },
  'case-opened': { permission: 'review.work', roles: desk, delivery: 'at-once', list: 'reviews' },
  'case-reopened': { permission: 'review.work', roles: desk, delivery: 'at-once', list: 'reviews' },
  'case-overdue': {
    permission: 'review.work',
    roles: desk,
    delivery: 'at-once',
    list: 'reviews?queue=overdue',
  },
  'case-contradiction': {
    permission: 'review.work',
    roles: desk,
    delivery: 'at-once',
    list: 'reviews?queue=disagrees',
  },
  'case-assigned': {
    permission: 'review.work',
    roles: desk,
    delivery: 'at-once',
    list: 'reviews?queue=mine',
  },
  'case-proposal': {
    permission: 'review.work',
    roles: desk,
    delivery: 'at-once',
    list: 'reviews?queue=second',
  },
  'case-mention': { permission: 'review.work', roles: desk, delivery: 'at-once' },
  'case-schedule-failed': {
    permission: 'review.work',
    roles: desk,
    delivery: 'at-once',
    list: 'reports/schedules',
  },
  'case-events-failing': {
    permission: 'review.work',
    roles: ['owner'],
    delivery: 'at-once',
    list: 'settings/events',
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof kinds;

const isNotificationKind = (name: string): name is NotificationKind => Object.hasOwn(kinds, name);

export const notificationKinds: readonly NotificationKind[] = Object.keys(kinds).filter(isNotificationKind);

/**
 * Returns the kinds that a person may see. Rows of other kinds stay hidden after a change of role, and those about cases without a
 * second factor.
 */
export const listVisibleKinds = ({
  may,
}: {
  readonly may: (permission: Permission) => boolean;
}): readonly NotificationKind[] => notificationKinds.filter((kind) => may(kinds[kind].permission));

/** Returns true if the role is notified about the kind. */
export function isNotified(role: Role, kind: NotificationKind): boolean {
  const { permission, roles }: Kind = kinds[kind];
  return hasPermission(role, permission) && roles.includes(role);
}

/** Returns true if the person is notified about the kind, as a deputy also like an approver. */
export const isPersonNotified = ({ role, isDeputy = false }: Standing, kind: NotificationKind): boolean =>
  isNotified(role, kind) || (isDeputy && isNotified('approver', kind));

/** Returns how a person gets notifications of a kind who hasn't chosen it. */
export const defaultDelivery = (kind: NotificationKind): Delivery => kinds[kind].delivery;

/** Returns the deliveries that a person may choose for a kind. */
export function listDeliveries(kind: NotificationKind): readonly Delivery[] {
  const { isMailedElsewhere = false }: Kind = kinds[kind];
  return isMailedElsewhere ? ['off', 'app'] : deliveries;
}

/** From the permission that most roles have to the one that fewest have. */
const strictness = ['read', 'alarm.acknowledge', 'payment.create', 'review.work', 'payment.approve'] as const;

/** Returns the permission to read an email about all of these kinds, which are of one part. */
export function findMailPermission(mailed: readonly NotificationKind[]): (typeof strictness)[number] {
  const needed = new Set<Permission>(mailed.map((kind) => kinds[kind].permission));
  return strictness.findLast((permission) => needed.has(permission)) ?? 'read';
}

/**
 * Returns the part of a digest that a kind belongs to. Each part is an email of its own: only some people may know of cases,
 * approvers see nothing else of the business, and other people see no proposals.
 */
export function findMailPart(kind: NotificationKind): 'cases' | 'proposals' | 'records' {
  if (isReviewKind(kind)) return 'cases';
  return kinds[kind].permission === 'payment.approve' ? 'proposals' : 'records';
}

/** Returns true for kinds that only people who work on cases may know of. */
export const isReviewKind = (kind: NotificationKind): boolean => kinds[kind].permission === 'review.work';

/** An unread count stops there: the bell shows 99+. */
export const maxUnreadCount = 100;

/** Notifications on one page of the inbox. */
export const inboxPageSize = 50;

/** Days after which a read notification is deleted. */
export const readRetentionDays = 90;

/** Days after which an unread notification is deleted. */
export const unreadRetentionDays = 180;

/** Returns the kind of the record of a mention. Its transition begins with it. */
const findRecordKind = (transition: string): RecordKind =>
  recordKinds.find((kind) => transition.startsWith(kind)) ?? 'payment';

/** Begins the transition of a mention in a note about an address or risk entity. Its record is the note. */
export const counterpartyTransition = 'counterparty';
export const isAboutCounterparty = (transition: string): boolean =>
  transition.startsWith(counterpartyTransition);

/** Begins the transition of a proposal that isn't about a case: settings and rules of the desk, and legal holds. */
export const deskTransition = 'desk';
export const isAboutDesk = (transition: string): boolean => transition.startsWith(deskTransition);

/** Begins the transition of a case whose requested information is overdue, not its decision. */
export const informationTransition = 'information';
export const isAboutInformation = (transition: string): boolean =>
  transition.startsWith(informationTransition);

/** Begins the transition of a proposal to change a setting of the business. */
export const settingTransition = 'setting';

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
    case 'withdrawal-unexpected':
      return `withdrawals/${recordId}`;
    case 'callbacks-silent':
      return 'connection';
    case 'proposal-waiting':
      return 'approvals';
    case 'batch-ended':
      return `payments/bulk/${recordId}`;
    case 'events-failing':
    case 'case-events-failing':
      return `settings/events?endpoint=${recordId}`;
    case 'warehouse-failed':
      return 'settings/warehouse';
    case 'schedule-failed':
    case 'schedule-incomplete':
    case 'case-schedule-failed':
      return 'reports/schedules';
    case 'mention':
      return transition.startsWith('payment-intent')
        ? 'exceptions'
        : `${findRecordKind(transition)}s/${recordId}`;
    case 'access-given':
      return 'team';
    case 'case-opened':
    case 'case-reopened':
    case 'case-overdue':
    case 'case-contradiction':
    case 'case-assigned':
      return `reviews/${recordId}`;
    case 'case-proposal':
      return isAboutDesk(transition) ? 'approvals' : `reviews/${recordId}`;
    case 'case-mention':
      return isAboutCounterparty(transition)
        ? `reviews/counterparty?note=${recordId}`
        : `reviews/${recordId}`;
    default:
      return kind satisfies never;
  }
}

const findList = (kind: NotificationKind): string | undefined => {
  const { list }: Kind = kinds[kind];
  return list;
};

/** Kinds that come in bursts. */
export const burstKinds = notificationKinds.filter((kind) => findList(kind) !== undefined);

/** Returns the address of the records of a burst, below the business. */
export function findBurstPath(kind: NotificationKind, recordId: string, transition: string): string {
  if (transition === 'overpaid') return 'payments?status=OVERPAID';
  // The list has a filter with the same names. The number is the time of a changed value.
  if (kind === 'exception-opened') return `exceptions?state=${transition.replace(/-\d+$/, '')}`;
  if (kind === 'case-overdue' && isAboutInformation(transition)) return 'reviews?cases=information-overdue';
  const path = findRecordPath(kind, recordId, transition);
  return path === 'approvals' ? path : (findList(kind) ?? path);
}

/** Returns the kinds about which a role is notified. */
export const listNotifiedKinds = (role: Role): readonly NotificationKind[] =>
  notificationKinds.filter((kind) => isNotified(role, kind));
