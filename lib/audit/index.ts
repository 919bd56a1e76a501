import 'server-only';

export { chainOf } from './chain-queries.ts';
export { auditBatches, listAudit } from './list-queries.ts';
export { auditOf, writtenOf } from './object-queries.ts';
export { verifyAudit } from './verify-audit.ts';
export { isNoted, writeAudit } from './write-audit.ts';
