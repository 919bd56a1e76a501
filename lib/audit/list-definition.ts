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

const positionIdSql = (chain: Chain, row: string) =>
  `('${chainMarks[chain]}-0000-4000-8000-' || lpad(to_hex(${row}.sequence), 12, '0'))::uuid`;

/**
 * The id for readers who see a part of the entries: the time in milliseconds, so that the index of times finds it, and a digest
 * of what they see. The sequence would show how many entries are hidden, and the entry's hash depends on these.
 */
const timeIdSql = (row: string) =>
  `(lpad(to_hex(floor(extract(epoch FROM ${row}.at) * 1000)::bigint), 12, '0') || left(md5(concat_ws('|', ${row}.at, ${row}.action, ${row}.object_type, ${row}.object_id, ${row}.actor_id,
    ${row}.before, ${row}.after, ${row}.request_id)), 20))::uuid`;

/** Parses an id of the complete list. Returns null if it is not an entry id. */
function parsePosition(id: string): { readonly chain: Chain; readonly sequence: string } | null {
  const [, mark, hex] = /^([01]0{7})-0000-4000-8000-([0-9a-f]{12})$/.exec(id.toLowerCase()) ?? [];
  if (mark === undefined || hex === undefined) return null;
  return {
    chain: mark === chainMarks.business ? 'business' : 'sign-ins',
    sequence: String(BigInt(`0x${hex}`)),
  };
}

const entryId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Returns the milliseconds of an id of the list without risk, or null for another text. */
const parseTime = (id: string): number | null =>
  entryId.test(id.toLowerCase()) ? Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) : null;

const columns =
  'sequence, at, actor_kind, actor_id, action, object_type, object_id, before, after, request_id';
const hashes = 'hash, previous';

/**
 * Areas of actions without a word of a case, a hold or risk detail. Auditors see only these entries, unless two people
 * gave them risk detail. An area that is new is hidden until it is listed here.
 */
const areasWithoutRisk = [
  'api-token',
  'business',
  'creation-limit',
  'directory',
  'event-endpoint',
  'exception',
  'invitation',
  'journal',
  'member',
  'minimums',
  'payment',
  'payment-approval',
  'payment-batch',
  'payment-template',
  'period',
  'person',
  'reconciliation',
  'restore',
  'role',
  'session',
  'statement',
  'withdrawal',
] as const;

const areaSql = "split_part(action, '.', 1)";

/** Rows of the business's own chain, and of the system chain the sign-ins of its current members since they joined. */
function createEntriesSql(withRisk: boolean): string {
  const toId = (chain: Chain, row: string) => (withRisk ? positionIdSql(chain, row) : timeIdSql(row));
  // Without a condition, PostgreSQL uses the time index. With one on all entries, it would sort all of them.
  const visible = withRisk
    ? ''
    : ` WHERE ${areaSql} IN (${areasWithoutRisk.map((area) => `'${area}'`).join(', ')})`;
  return `(
  SELECT chain_id AS business_id, 'business' AS chain, ${toId('business', 'audit_entry')} AS entry_id, ${columns}, ${hashes}
    FROM audit_entry${visible}
  UNION ALL
  SELECT m.business_id, 'sign-ins', ${toId('sign-ins', 's')}, ${columns}, ${hashes}
    FROM membership m JOIN audit_entry s
      ON s.chain_id = '${systemChain}' AND s.object_id = m.person_id::text AND s.at >= m.created_at
   WHERE s.object_type = 'person' AND split_part(s.action, '.', 1) = 'session')`;
}

const hasValueSql = (column: string) => `coalesce(${column}, 'null') <> 'null'`;

const filters: FilterColumns = {
  choices: {
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
  // An area is the beginning of its actions, so the index of actions finds it.
  custom: {
    area: (statement, values) =>
      `(${values.map((area) => statement.startsWith('e.action', `${area}.`)).join(' OR ')})`,
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

/** Finds entries by their position or time, because the ids have no index. */
const findNear = (withRisk: boolean) => (statement: Statement, ids: readonly string[]) =>
  withRisk
    ? `e.sequence = ANY(${statement.bind(ids.flatMap((id) => parsePosition(id)?.sequence ?? []))}::bigint[])`
    : `e.at = ANY(SELECT to_timestamp(ms / 1000.0) FROM unnest(${statement.bind(ids.flatMap((id) => parseTime(id) ?? []))}::bigint[]) AS ms)`;

/** The audit log of a business, newest first. */
const createDefinition = (withRisk: boolean): ListDefinition => ({
  name: auditList.name,
  from: `${createEntriesSql(withRisk)} e`,
  at: 'e.at',
  id: 'e.entry_id',
  idHint: findNear(withRisk),
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
});

const completeDefinition = createDefinition(true);
const definitionWithoutRisk = createDefinition(false);

/** Returns the audit log with all entries, or without those about cases and risk. */
export const selectAuditDefinition = (withRisk: boolean): ListDefinition =>
  withRisk ? completeDefinition : definitionWithoutRisk;
