import 'server-only';
import * as z from 'zod';
import { mapNullable } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, IntentId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

const exceeded = z.tuple([z.object({ exceeded: z.boolean() })]);

/** Returns true if the price of a request is above the limit of its currency. */
export async function isAboveLimit(
  client: Pick<Transaction, '$queryRaw'>,
  businessId: BusinessId,
  requestBody: string,
): Promise<boolean> {
  const rows: unknown = await client.$queryRaw`
    SELECT (amount > effective_creation_limit(${businessId}::uuid, currency)) IS TRUE AS exceeded
      FROM (SELECT coalesce(body ->> 'displayCurrency', body ->> 'depositCurrency') AS currency,
                   coalesce(body ->> 'displayAmount', body ->> 'depositAmount')::numeric AS amount
              FROM (SELECT ${requestBody}::json AS body) AS request) AS price`;
  return exceeded.parse(rows)[0].exceeded;
}

/** Returns the same outside a transaction. The verbs check it again. */
export const isPriceAboveLimit = (businessId: BusinessId, requestBody: string): Promise<boolean> =>
  isAboveLimit(database(), businessId, requestBody);

/** Returns the request of an approved payment, and its proposer. Null: it does not exist, or is not approved. */
export async function findApproved(
  businessId: BusinessId,
  proposalId: string,
): Promise<{ readonly proposedBy: PersonId; readonly intentId: IntentId } | null> {
  const row = await database().proposal.findFirst({
    where: { businessId, proposalId, kind: 'payment', state: 'final' },
  });
  return mapNullable(row, ({ proposedById, subject }) => ({
    proposedBy: toId<PersonId>(proposedById),
    intentId: toId<IntentId>(subject),
  }));
}

/** Holds an approval until the transaction ends, so that it can't be withdrawn. */
export async function holdApproval(
  transaction: Transaction,
  businessId: BusinessId,
  proposalId: string,
): Promise<void> {
  await transaction.$queryRaw`
    SELECT 1 FROM proposal
     WHERE business_id = ${businessId}::uuid AND proposal_id = ${proposalId}::uuid AND state = 'final' FOR SHARE`;
}
