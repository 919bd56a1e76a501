import 'server-only';

export { anchorAudit } from './anchors/anchor-audit.ts';
export { readPinnedKeys } from './anchors/anchor-file.ts';
export { anchorStatus, readAnchorStatus } from './anchors/anchor-status.ts';
export { AnchorError } from './anchors/failure.ts';
export { recordRestore } from './anchors/record-restore.ts';
export { readSigningKey } from './anchors/signing-key.ts';
export { verifyAnchors } from './anchors/verify-anchors.ts';
export { readChain } from './chain-queries.ts';
export { explainShiftedEntries, findShiftedEntries } from './explain-zones.ts';
export { auditPeople, auditSource, countAudit, listAudit, readAuditEntry } from './list-queries.ts';
export { listAuditDetails, listObjectAudit } from './object-queries.ts';
export { verifyAudit } from './verify-audit.ts';
export { isNoted, writeAudit } from './write-audit.ts';
export { writeAuditOnce } from './write-audit-once.ts';
