import 'server-only';

/**
 * Records who did what, when and under which request, as hash chains per business. Entries are written in the
 * transaction of the action and never changed. After its retention time the beginning of a chain is removed up to an
 * anchored entry, and a new entry seals what stays of it. Anchors outside the database make removed or rewritten entries detectable.
 */
export { anchorAudit } from './anchors/anchor-audit.ts';
export { readPinnedKeys } from './anchors/anchor-file.ts';
export { findAnchorStatus, readAnchorStatus } from './anchors/anchor-status.ts';
export { AnchorError } from './anchors/failure.ts';
export { recordRestore } from './anchors/record-restore.ts';
export { isSignedWithOtherKey } from './anchors/signer-conflict.ts';
export { readSigningKey } from './anchors/signing-key.ts';
export { verifyAnchors } from './anchors/verify-anchors.ts';
export { readChain } from './chain-queries.ts';
export { expirePrefix } from './expire-prefix.ts';
export { selectAuditDefinition } from './list-definition.ts';
export { countAudit, createAuditSource, listAudit, listAuditPeople, readAuditEntry } from './list-queries.ts';
export { checkNewestEntries } from './newest-queries.ts';
export { listAuditDetails, listObjectAudit } from './object-queries.ts';
export { entryObstacleSql } from './prefix-store.ts';
export { verifyAudit } from './verify-audit.ts';
export type { AuditNote } from './write-audit.ts';
export { hasAuditEntry, systemChain, writeAudit, writeAuditNotes } from './write-audit.ts';
export { writeAuditOnce } from './write-audit-once.ts';
