import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { addressSql } from '#lib/lists/search/indexed-text.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listAddressVariants, parseTypedAddress } from '#lib/values/addresses.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { maximumCounterpartyLength } from '../model.ts';
import type { CounterpartyHit } from '../schema.ts';
import { entityKeysSql } from './entity-keys.ts';

/** Limit of the entities. */
const most = 5;
/** Shorter texts aren't whole addresses. */
const shortestAddress = 20;

/** Escapes text for the start of a LIKE pattern. */
const toPrefix = (text: string): string => `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const row = z.object({
  kind: z.enum(['address', 'entity']),
  label: z.string(),
  tag: z.string().nullable(),
  isWatched: z.boolean(),
});

/** The names that begin with the text. */
const entities = `WITH RECURSIVE ${entityKeysSql('$2::text', most)}
  SELECT 'entity' AS kind, NULL AS tag,
         (SELECT e.name FROM review_entity e WHERE e.business_id = $1::uuid AND e.entity_key = named.entity_key
           ORDER BY e.at DESC LIMIT 1) AS label,
         EXISTS (SELECT FROM review_watch x WHERE x.business_id = $1::uuid AND x.kind = 'entity'
           AND x.watch_key = named.entity_key AND x.removed_at IS NULL) AS "isWatched"
    FROM named`;

/** Whole addresses that sent a deposit, received a withdrawal with this tag, or are watched. */
const addresses = `SELECT 'address' AS kind, typed.key AS label, $3::text AS tag, typed."isWatched" FROM (
    SELECT key, EXISTS (SELECT FROM review_watch x WHERE x.business_id = $1::uuid AND x.kind = 'address'
             AND x.watch_key = key AND x.tag = coalesce($3::text, '') AND x.removed_at IS NULL) AS "isWatched"
      FROM unnest($2::text[]) AS key) AS typed
   WHERE typed."isWatched"
      OR $3::text IS NULL
        AND EXISTS (SELECT FROM deposit d WHERE d.business_id = $1::uuid AND ${addressSql('d.from_address')} = typed.key)
      OR EXISTS (SELECT FROM withdrawal w WHERE w.business_id = $1::uuid AND w.to_address_key = typed.key
           AND ($3::text IS NULL OR w.to_tag = $3::text))`;

/**
 * Finds addresses by their whole text, with or without a tag, and risk entities by the beginning of their name.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function findCounterparties(
  context: Context<PersonActor>,
  business: string,
  text: string,
): Promise<readonly CounterpartyHit[]> {
  requirePermission(context, business, 'risk.read');
  const { businessId } = requirePermission(context, business, 'review.work');
  const q = storableText(text.trim());
  if (q.length < 2 || q.length > maximumCounterpartyLength) return [];
  const typed = parseTypedAddress(q);
  const [byName, byAddress] = await Promise.all([
    databasePool().query(entities, [businessId, toPrefix(q)]),
    typed.address.length < shortestAddress
      ? { rows: [] }
      : databasePool().query(addresses, [businessId, [...listAddressVariants(typed.address)], typed.tag]),
  ]);
  return z
    .array(row)
    .parse([...byAddress.rows, ...byName.rows])
    .map(({ kind, label, tag, isWatched }) => ({
      counterparty: kind === 'entity' ? { kind, name: label } : { kind, address: label, tag },
      isWatched,
    }));
}
