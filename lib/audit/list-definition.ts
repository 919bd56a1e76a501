import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { ListDefinition } from '#lib/lists/read-page.ts';
import { auditList } from './schema.ts';
import { ownChain } from './write-audit.ts';

/** An entry's id in the list: its chain and its place there, so that one id finds it by the table's key. */
const marks = { business: '00000000', 'sign-ins': '10000000' } as const;
type Chain = keyof typeof marks;

const idOf = (chain: Chain, sequence: string) =>
  `('${marks[chain]}-0000-4000-8000-' || lpad(to_hex(${sequence}), 12, '0'))::uuid`;

/** Which entry an id of the list means; null where it is none. */
export function parseEntryId(id: string): { readonly chain: Chain; readonly sequence: string } | null {
  const [, mark, hex] = /^([01]0{7})-0000-4000-8000-([0-9a-f]{12})$/.exec(id.toLowerCase()) ?? [];
  if (mark === undefined || hex === undefined) return null;
  return { chain: mark === marks.business ? 'business' : 'sign-ins', sequence: String(BigInt(`0x${hex}`)) };
}

const columns =
  'sequence, at, actor_kind, actor_id, action, object_type, object_id, before, after, request_id';
const hashes = 'hash, previous';

/**
 * The business's own chain, and of the chain that belongs to none the sign-ins of whoever is a member of it now, from
 * when they became one: what they did before is no matter of this business. The first part stands without a condition,
 * or PostgreSQL would not walk it by the index in the order of time but sort all of it.
 */
export const entries = `(
  SELECT chain_id AS business_id, 'business' AS chain, ${idOf('business', 'sequence')} AS entry_id, ${columns}, ${hashes}
    FROM audit_entry
  UNION ALL
  SELECT m.business_id, 'sign-ins', ${idOf('sign-ins', 's.sequence')}, ${columns}, ${hashes}
    FROM membership m JOIN audit_entry s
      ON s.chain_id = '${ownChain}' AND s.object_id = m.person_id::text AND s.at >= m.created_at
   WHERE s.object_type = 'person' AND split_part(s.action, '.', 1) = 'session')`;

const told = (column: string) => `coalesce(${column}, 'null') <> 'null'`;

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
      before: told('e.before'),
      after: told('e.after'),
      nothing: `NOT ${told('e.before')} AND NOT ${told('e.after')}`,
    },
  },
  days: { at: 'e.at' },
};

function actedBy(statement: Statement, values: readonly string[]): string {
  const named = values.filter((value) => value !== 'system');
  const parts = [
    ...(named.length === 0 ? [] : [statement.oneOf('e.actor_id', named)]),
    ...(named.length === values.length ? [] : ["e.actor_kind = 'system'"]),
  ];
  return `(${parts.join(' OR ')})`;
}

/** By their place in the chain: the ids have no index. */
function near(statement: Statement, ids: readonly string[]): string {
  const sequences = ids.flatMap((id) => parseEntryId(id)?.sequence ?? []);
  return `e.sequence = ANY(${statement.bind(sequences)}::bigint[])`;
}

/** The audit log of a business, newest first. */
export const auditKeyset: ListDefinition = {
  name: auditList.name,
  from: `${entries} e`,
  at: 'e.at',
  id: 'e.entry_id',
  near,
  business: 'e.business_id',
  // Sign-ins alone leave it, with a member, and they are few.
  onlyGrows: true,
  // An object and a request have few entries; whatever else is asked for has an index in the order of time. The planner
  // takes going through all of a log of a hundred thousand entries for as cheap as the usual.
  bounds: {
    inOrder: { action: 'any', actor: 'any', area: 'any', objectType: 'any', change: 'any', chain: 'any' },
    ownTimes: ['at'],
    amounts: {},
    found: ['object', 'request'],
    cheap: 2_000,
  },
  conditions: (statement, query, businessId) => {
    const { actor, ...choices } = query.choices;
    return [
      ...filterConditions(statement, filters, { ...query, choices }, businessId),
      ...(actor === undefined ? [] : [actedBy(statement, actor)]),
      ...(query.q === null
        ? []
        : [
            `(${statement.startsWith('e.object_id', query.q)} OR ${statement.startsWith('e.request_id', query.q)})`,
          ]),
    ];
  },
};
