/** The roles of the test, one for each set of rights. */
export const allRoles = [
  'viewer',
  'accountant',
  'finance',
  'compliance',
  'approver',
  'auditor',
  'auditor-risk',
  'owner',
] as const;
export type Role = (typeof allRoles)[number];

/** Roles that see records. */
export const readers: readonly Role[] = ['viewer', 'accountant', 'finance', 'compliance', 'owner'];
/** Roles that read statements and closed periods, that download them, and that read the audit log. */
export const statementReaders: readonly Role[] = [...readers, 'auditor', 'auditor-risk'];
export const statementExporters: readonly Role[] = [
  'accountant',
  'finance',
  'auditor',
  'auditor-risk',
  'owner',
];
export const auditReaders: readonly Role[] = ['compliance', 'auditor', 'auditor-risk', 'owner'];
export const paymentCreators: readonly Role[] = ['finance', 'owner'];
/** Roles that answer payments above a limit, and those that answer proposals of owners about settings. */
export const paymentApprovers: readonly Role[] = ['finance', 'approver', 'owner'];
/** Roles that answer proposals of any kind. */
export const approvers: readonly Role[] = ['finance', 'compliance', 'approver', 'owner'];
export const settingsApprovers: readonly Role[] = ['approver', 'owner'];
export const exporters: readonly Role[] = ['accountant', 'finance', 'owner'];
/** Roles that may have export files. */
export const fileRoles: readonly Role[] = [
  'accountant',
  'finance',
  'compliance',
  'auditor',
  'auditor-risk',
  'owner',
];
/** Roles that work on records: they annotate, share views and handle callbacks. */
export const editors: readonly Role[] = ['finance', 'compliance', 'owner'];
export const ownerOnly: readonly Role[] = ['owner'];
export const reviewRoles: readonly Role[] = ['compliance', 'owner'];
