import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import { auditList } from './schema.ts';
import { systemChain } from './write-audit.ts';

/** The id of an entry in the list: its chain and sequence, so that the id finds it by the table's key. */
const chainMarks = { business: '00000000', 'sign-ins': '10000000' } as const;
type Chain = keyof typeof chainMarks;

const toIdSql = (chain: Chain, sequence: string) =>
  `('${chainMarks[chain]}-0000-4000-8000-' || lpad(to_hex(${sequence}), 12, '0'))::uuid`;

/** Parses an id of the list. Returns null if it is not an entry id. */
export function parseEntryId(id: string): { readonly chain: Chain; readonly sequence: string } | null {
  const [, mark, hex] = /^([01]0{7})-0000-4000-8000-([0-9a-f]{12})$/.exec(id.toLowerCase()) ?? [];
  if (mark === undefined || hex === undefined) return null;
  return {
    chain: mark === chainMarks.business ? 'business' : 'sign-ins',
    sequence: String(BigInt(`0x${hex}`)),
  };
}

const columns =
  'sequence, at, actor_kind, actor_id, action, object_type, object_id, before, after, request_id';
const hashes = 'hash, previous';

/**
 * Rows of the business's own chain, and of the system chain the sign-ins of its current members since they joined.
 * The first part has no condition, because PostgreSQL would otherwise sort all of it instead of using the time index.
 */
export const auditEntriesSql = `(
  SELECT chain_id AS business_id, 'business' AS chain, ${toIdSql('business', 'sequence')} AS entry_id, ${columns}, ${hashes}
    FROM audit_entry
  UNION ALL
  SELECT m.business_id, 'sign-ins', ${toIdSql('sign-ins', 's.sequence')}, ${columns}, ${hashes}
    FROM membership m JOIN audit_entry s
      ON s.chain_id = '${systemChain}' AND s.object_id = m.person_id::text AND s.at >= m.created_at
   WHERE s.object_type = 'person' AND split_part(s.action, '.', 1) = 'session')`;

const hasValueSql = (column: string) => `coalesce(${column}, 'null') <> 'null'`;

const filters: FilterColumns = {
  choices: {
    area: "split_part(e.action, '.', 1)",
    action: 'e.action',
    objectType: 'e.object_type',
    object: 'e.object_id',
    request: 'e.request_id',
    chain: 'e.chain',
  },
  derived: {
    change: {
      before: hasValueSql('e.before'),
      after: hasValueSql('e.after'),
      nothing: `NOT ${hasValueSql('e.before')} AND NOT ${hasValueSql('e.after')}`,
    },
  },
  days: { at: 'e.at' },
};

function actorCondition(statement: Statement, values: readonly string[]): string {
  const actorIds = values.filter((value) => value !== 'system');
  const parts = [
    ...(actorIds.length === 0 ? [] : [statement.oneOf('e.actor_id', actorIds)]),
    ...(actorIds.length === values.length ? [] : ["e.actor_kind = 'system'"]),
  ];
  return `(${parts.join(' OR ')})`;
}

/** Finds entries by their sequence, because the ids have no index. */
function findNear(statement: Statement, ids: readonly string[]): string {
  const sequences = ids.flatMap((id) => parseEntryId(id)?.sequence ?? []);
  return `e.sequence = ANY(${statement.bind(sequences)}::bigint[])`;
}

/** The audit log of a business, newest first. */
export const auditDefinition: ListDefinition = {
  name: auditList.name,
  from: `${auditEntriesSql} e`,
  at: 'e.at',
  id: 'e.entry_id',
  idHint: findNear,
  business: 'e.business_id',
  ownTime: 'at',
  conditions: (statement, query, businessId) => {
    const { actor, ...choices } = query.choices;
    return [
      ...filterConditions(statement, filters, { ...query, choices }, businessId),
      ...(actor === undefined ? [] : [actorCondition(statement, actor)]),
      ...(query.q === null
        ? []
        : [
            `(${statement.startsWith('e.object_id', query.q)} OR ${statement.startsWith('e.request_id', query.q)})`,
          ]),
    ];
  },
};
