import type { Role } from '#lib/values/roles.ts';

/**
 * The one table of who may do what. A component asks it to decide what to offer; the function that reads or writes
 * asks it again, through `requirePermission`.
 */
const table = {
  /** Everything of the business but risk detail. */
  read: ['viewer', 'finance', 'compliance', 'owner'],
  /** riskScore, risk assessments, owners of addresses, and later cases, notes and reports. */
  'risk.read': ['compliance', 'owner'],
  'payment.create': ['finance', 'owner'],
  /** Ask the service for a payment now, instead of waiting for the schedule. */
  'payment.read-now': ['finance', 'compliance', 'owner'],
  export: ['finance', 'owner'],
  /** See and fetch the files that one asked for; each needs besides what its list is taken with. */
  'export.files': ['finance', 'compliance', 'owner'],
  /** Keep views of lists that everybody of the business sees. */
  'view.share': ['finance', 'owner'],
  /** Say who has an exception, what was found out, and that it is resolved. */
  annotate: ['finance', 'owner'],
  /** Write notes about payments, deposits and withdrawals, and label them. */
  'record.annotate': ['finance', 'compliance', 'owner'],
  /** Rename and retire labels. */
  'label.manage': ['owner'],
  import: ['finance', 'owner'],
  /** Ask the service for the business record and the minimums now. */
  'business.refresh': ['finance', 'compliance', 'owner'],
  'review.work': ['compliance', 'owner'],
  /** The log of who did what. It tells of cases. */
  'audit.read': ['compliance', 'owner'],
  'team.manage': ['owner'],
  'connection.manage': ['owner'],
  /** Say to have seen an alarm that stays until then. */
  'alarm.acknowledge': ['finance', 'compliance', 'owner'],
  /** Let callbacks out of quarantine, reject them, and process stored ones anew. */
  'callbacks.manage': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof table;

const rolesWith: Readonly<Record<Permission, readonly Role[]>> = table;

export const may = (role: Role, permission: Permission): boolean => rolesWith[permission].includes(role);
