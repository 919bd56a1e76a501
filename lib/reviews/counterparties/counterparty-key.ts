import 'server-only';
import { addressSql, entityKeySql } from '#lib/lists/search/indexed-text.ts';
import { normalizeAddress } from '#lib/values/addresses.ts';
import type { Counterparty } from './model.ts';

/** Returns the parts of the key: the normalized address or the name, and the tag. The database normalizes names. */
export const toCounterpartyKey = (counterparty: Counterparty) =>
  counterparty.kind === 'entity'
    ? { kind: counterparty.kind, value: counterparty.name, tag: '' }
    : { kind: counterparty.kind, value: normalizeAddress(counterparty.address), tag: counterparty.tag ?? '' };

/** Returns SQL of the key of an address or entity. Both are parameters. */
export const counterpartyKeySql = (kind: string, value: string): string =>
  `CASE WHEN ${kind}::text = 'entity' THEN ${entityKeySql(`${value}::text`)} ELSE ${value}::text END`;

/**
 * Selects the kind, key and tag of the addresses and risk entities of records. `$1` is the business, `$2` the deposits,
 * `$3` the withdrawals.
 */
export const recordCounterpartiesSql = `SELECT 'address' AS kind, ${addressSql('from_address')} AS key, '' AS tag FROM deposit
        WHERE business_id = $1::uuid AND deposit_id = ANY($2::uuid[])
       UNION SELECT 'address', to_address_key, coalesce(to_tag, '') FROM withdrawal
        WHERE business_id = $1::uuid AND withdrawal_id = ANY($3::uuid[])
       UNION SELECT 'entity', entity_key, '' FROM review_entity
        WHERE business_id = $1::uuid AND subject_kind = 'deposit' AND subject_id = ANY($2::uuid[])
       UNION SELECT 'entity', entity_key, '' FROM review_entity
        WHERE business_id = $1::uuid AND subject_kind = 'withdrawal' AND subject_id = ANY($3::uuid[])`;
