import 'server-only';
import * as z from 'zod';
import { isDeputySql } from '#lib/access/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';
import type { Delivery, NotificationKind } from './model.ts';
import { defaultDelivery, deliveries, listDeliveries } from './model.ts';
import type { MailSchedule } from './model-schedule.ts';

/** A person who may open the business now, and how they get notifications. */
export type Recipient = {
  readonly personId: string;
  readonly role: Role;
  readonly isDeputy: boolean;
  readonly schedule: MailSchedule;
  readonly choices: Readonly<Record<string, Delivery>>;
};

const recipient = z
  .object({
    personId: z.string(),
    role: z.enum(roles),
    isDeputy: z.boolean(),
    zone: z.string(),
    from: z.number().nullable(),
    until: z.number().nullable(),
    choices: z.record(z.string(), z.enum(deliveries)),
  })
  .transform(({ zone, from, until, ...row }): Recipient => {
    const quiet = from === null || until === null ? null : { from, until };
    return { ...row, schedule: { zone, quiet } };
  });

/** Returns the people who may open the business now, or one of them. */
export async function listRecipients(
  reader: Pick<Transaction, '$queryRawUnsafe'>,
  businessId: BusinessId,
  onlyPersonId: string | null = null,
): Promise<readonly Recipient[]> {
  const rows = await reader.$queryRawUnsafe(
    `SELECT m.person_id::text AS "personId", m.role, ${isDeputySql('m', 'clock_timestamp()')} AS "isDeputy",
            coalesce(m.time_zone, b.time_zone) AS zone, m.quiet_from AS "from", m.quiet_until AS until,
            m.deliveries AS choices
      FROM membership m JOIN person p ON p.id = m.person_id JOIN business b ON b.id = m.business_id
     WHERE m.business_id = $1::uuid AND m.disabled_at IS NULL AND p.disabled_at IS NULL
       AND m.person_id = coalesce($2::uuid, m.person_id)`,
    businessId,
    onlyPersonId,
  );
  return z.array(recipient).parse(rows);
}

/** Returns how a person gets notifications of a kind. */
export function findDelivery({ choices }: Pick<Recipient, 'choices'>, kind: NotificationKind): Delivery {
  const chosen = choices[kind] ?? defaultDelivery(kind);
  return listDeliveries(kind).includes(chosen) ? chosen : 'app';
}

type Owner = { readonly businessId: BusinessId; readonly personId: string };

/** Stores how a person gets notifications. Kinds that are left out keep their choice. */
export async function storeSettings(
  transaction: Transaction,
  { businessId, personId }: Owner,
  choices: readonly { readonly kind: NotificationKind; readonly delivery: Delivery }[],
  { zone: timeZone, quiet }: MailSchedule,
): Promise<void> {
  const deliveries = JSON.stringify(
    Object.fromEntries(choices.map(({ kind, delivery }) => [kind, delivery])),
  );
  const [from, until] = [quiet?.from ?? null, quiet?.until ?? null];
  await transaction.$executeRaw`
    UPDATE membership
       SET time_zone = ${timeZone}, quiet_from = ${from}::smallint, quiet_until = ${until}::smallint,
           deliveries = deliveries || ${deliveries}::jsonb
     WHERE business_id = ${businessId}::uuid AND person_id = ${personId}::uuid`;
}
