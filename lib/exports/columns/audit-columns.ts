import 'server-only';
import type { AuditEntry } from '#lib/audit/schema.ts';
import type { Column } from '../column.ts';
import { escapeFormula } from '../column.ts';

/** All fields of an audit entry, so that the file can verify its position in the chain. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  { name: 'chain', cell: (row) => row.chain },
  { name: 'sequence', cell: (row) => row.sequence },
  { name: 'at', kind: 'time', cell: (row, time) => time(row.at) },
  { name: 'actor_kind', cell: (row) => row.actor.kind },
  { name: 'actor_id', cell: (row) => escapeFormula(row.actor.id) },
  { name: 'actor_name', cell: (row) => escapeFormula(row.actor.name) },
  { name: 'action', cell: (row) => row.action },
  { name: 'object_type', cell: (row) => row.objectType },
  { name: 'object_id', cell: (row) => escapeFormula(row.objectId) },
  { name: 'before', cell: (row) => escapeFormula(row.before ?? '') },
  { name: 'after', cell: (row) => escapeFormula(row.after ?? '') },
  { name: 'request_id', cell: (row) => escapeFormula(row.requestId) },
  { name: 'hash', cell: (row) => row.hash },
];
