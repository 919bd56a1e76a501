import 'server-only';

export { auditOf } from './object-queries.ts';
export type { Breach, Verdict } from './verify-audit.ts';
export { verifyAudit } from './verify-audit.ts';
export type { AuditNote } from './write-audit.ts';
export { isNoted, writeAudit } from './write-audit.ts';
