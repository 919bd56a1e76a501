import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';

type Client = Pick<Transaction, '$queryRaw' | 'proposal' | 'setting'>;
type Opening = { readonly businessId: BusinessId; readonly currency: string };

const aloneRows = z.tuple([z.object({ from: z.date().nullable() })]);

/**
 * Returns from when one person alone sets the first opening position of a currency. That is 72 hours after the last other person who
 * could approve it left, so that no owner makes themselves alone. The database has the rule, because its guard applies it too. Null: it
 * takes two people, there was one before, or one is proposed. The caller has checked the permission.
 */
export async function findAloneFrom(
  client: Client,
  { businessId, currency }: Opening,
): Promise<Instant | null> {
  const rows: unknown = await client.$queryRaw`SELECT opening_alone_from(${businessId}::uuid) AS "from"`;
  const [{ from }] = aloneRows.parse(rows);
  if (from === null) return null;
  const where = { businessId, kind: 'opening-position', subject: currency };
  if ((await client.setting.count({ where })) > 0) return null;
  return (await client.proposal.count({ where: { ...where, state: 'proposed' } })) > 0
    ? null
    : fromDate(from);
}

/** Returns true if one person alone sets the first opening position of a currency now. The caller has checked the permission. */
export async function isFirstOpeningAlone(
  client: Client,
  { now, ...opening }: Opening & { readonly now: Instant },
): Promise<boolean> {
  const from = await findAloneFrom(client, opening);
  return from !== null && from <= now;
}
