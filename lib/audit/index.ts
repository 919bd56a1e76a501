import 'server-only';

/**
 * Records who did what, when and under which request, as hash chains per business. Entries are written in the
 * transaction of the action and never changed. After its retention time an entry loses its content, and keeps its place,
 * time and hash. Anchors outside the database make removed or rewritten entries detectable.
 */
export { anchorAudit } from './anchors/anchor-audit.ts';
export { readPinnedKeys } from './anchors/anchor-file.ts';
export { findAnchorStatus, readAnchorStatus } from './anchors/anchor-status.ts';
export { AnchorError } from './anchors/failure.ts';
export { recordRestore } from './anchors/record-restore.ts';
export { readSigningKey } from './anchors/signing-key.ts';
export { verifyAnchors } from './anchors/verify-anchors.ts';
export { readChain } from './chain-queries.ts';
export { expireEntries } from './expire-entries.ts';
export { explainShiftedEntries, findShiftedEntries } from './explain-zones.ts';
export { countAudit, createAuditSource, listAudit, listAuditPeople, readAuditEntry } from './list-queries.ts';
export { checkNewestEntries } from './newest-queries.ts';
export { listAuditDetails, listObjectAudit } from './object-queries.ts';
export { verifyAudit } from './verify-audit.ts';
export { hasAuditEntry, systemChain, writeAudit } from './write-audit.ts';
export { writeAuditOnce } from './write-audit-once.ts';
