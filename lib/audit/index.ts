import 'server-only';

export { chainOf } from './chain-queries.ts';
export type { ShiftedChain } from './explain-zones.ts';
export { explainShiftedEntries, findShiftedEntries } from './explain-zones.ts';
export { auditPeople, auditSource, countAudit, listAudit, readAuditEntry } from './list-queries.ts';
export { auditOf, writtenOf } from './object-queries.ts';
export { verifyAudit } from './verify-audit.ts';
export { isNoted, writeAudit } from './write-audit.ts';
export { writeAuditOnce } from './write-audit-once.ts';
