import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';

/**
 * Lists the roles that have each permission. Components read it to decide what to offer. Verbs and queries check it
 * again through `requirePermission`.
 */
const table = {
  /** Change your own account, and read your own notifications and the glossary. */
  'account.use': roles,
  /** Read everything of the business except risk detail. */
  read: ['viewer', 'accountant', 'finance', 'compliance', 'owner'],
  /** riskScore, risk assessments, owners of addresses, and later cases, notes and reports. */
  'risk.read': ['compliance', 'owner'],
  'payment.create': ['finance', 'owner'],
  /** See the page of proposals that wait. Each kind of proposal also needs its own permission. */
  'proposal.read': ['finance', 'compliance', 'approver', 'owner'],
  /** Read and answer payments above a limit that other people propose. */
  'payment.approve': ['finance', 'approver', 'owner'],
  /** Read and answer proposals of owners that need no records: limits, retention times and roles with a factor. */
  'proposal.answer': ['approver', 'owner'],
  /** Read a payment from the service now instead of on schedule. */
  'payment.read-now': ['finance', 'compliance', 'owner'],
  /** Read statements, their rows and the closed periods. */
  'statement.read': ['viewer', 'accountant', 'finance', 'compliance', 'auditor', 'auditor-risk', 'owner'],
  /** Download statements and the packs of closed periods. */
  'statement.export': ['accountant', 'finance', 'auditor', 'auditor-risk', 'owner'],
  export: ['accountant', 'finance', 'owner'],
  /** List and download your own export files. Each file also needs the permission of its list. */
  'export.files': ['accountant', 'finance', 'compliance', 'auditor', 'auditor-risk', 'owner'],
  /** Save views that all members of the business see, and schedule reports for colleagues. */
  'view.share': ['finance', 'owner'],
  /** Create API tokens, and read by them. Each scope also needs its own permissions. */
  'api-token.create': ['accountant', 'finance', 'compliance', 'owner'],
  /** Create API tokens that write, and approve those of another owner. */
  'api-token.write': ['owner'],
  /** Assign exceptions, record findings and resolve them. */
  annotate: ['finance', 'owner'],
  /** Record opening positions and settlements, sign off periods, and approve what a colleague signed. */
  'period.close': ['finance', 'owner'],
  /** Write notes about payments, deposits and withdrawals, and label them. */
  'record.annotate': ['finance', 'compliance', 'owner'],
  /** Rename and retire labels. */
  'label.manage': ['owner'],
  import: ['finance', 'owner'],
  /** Read the business record and the minimums from the service now. */
  'business.refresh': ['finance', 'compliance', 'owner'],
  'review.work': ['compliance', 'owner'],
  /** Read the audit log. Entries about cases and risk also need `audit.risk`. */
  'audit.read': ['compliance', 'auditor', 'auditor-risk', 'owner'],
  /** Read the entries about cases and risk, and the evidence packs of cases. */
  'audit.risk': ['compliance', 'auditor-risk', 'owner'],
  /** Invite, change, disable and remove members. */
  'team.manage': ['owner'],
  'connection.manage': ['owner'],
  /** Acknowledge alarms. */
  'alarm.acknowledge': ['finance', 'compliance', 'owner'],
  /** Release, reject and reprocess callbacks. */
  'callbacks.manage': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof table;

const isPermission = (name: string): name is Permission => name in table;

const rolesWith: Readonly<Record<Permission, readonly Role[]>> = table;

export const permissions: readonly Permission[] = Object.keys(table).filter(isPermission);

export const listRolesWith = (permission: Permission): readonly Role[] => rolesWith[permission];

export const hasPermission = (role: Role, permission: Permission): boolean =>
  listRolesWith(permission).includes(role);

/** Returns the page on which people of a role begin. */
export const findFirstPage = (role: Role): 'overview' | 'approvals' | 'reports' =>
  hasPermission(role, 'read') ? 'overview' : hasPermission(role, 'proposal.read') ? 'approvals' : 'reports';

/** These show risk detail. A role gives them only to people with a second factor, from their first day. */
const riskPermissions: ReadonlySet<Permission> = new Set([
  'risk.read',
  'review.work',
  'audit.read',
  'audit.risk',
]);

/** Returns true if the permission is only for people with a second factor. */
export const isOnlyWithFactor = (permission: Permission): boolean => riskPermissions.has(permission);

/** The role of a person, and whether they are the deputy of an approver now. */
export type Standing = { readonly role: Role; readonly isDeputy?: boolean };

/** Returns true if the role has the permission, or if a deputy has it from the approver. */
export const hasStandingFor = ({ role, isDeputy = false }: Standing, permission: Permission): boolean =>
  hasPermission(role, permission) || (isDeputy && hasPermission('approver', permission));

/** Returns true if the person may do this. Some permissions need a second factor. */
export const mayWith = (
  person: Standing & { readonly hasSecondFactor: boolean },
  permission: Permission,
): boolean => hasStandingFor(person, permission) && (person.hasSecondFactor || !isOnlyWithFactor(permission));

/** Returns true if the new role has a permission that the former one doesn't have. */
export const isRaise = (from: Role, to: Role): boolean =>
  permissions.some((permission) => hasPermission(to, permission) && !hasPermission(from, permission));
