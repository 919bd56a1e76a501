import 'server-only';

export type { Breach, Verdict } from './verify-audit.ts';
export { verifyAudit } from './verify-audit.ts';
export type { AuditNote } from './write-audit.ts';
export { isNoted, writeAudit } from './write-audit.ts';
