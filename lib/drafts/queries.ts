import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn, mapNullable } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { draftFormNames, draftForms } from './model.ts';
import { draftDays } from './model-limits.ts';
import type { Drafts } from './schema.ts';

const fields = z.record(z.string(), z.string());

/**
 * Lists the person's own drafts about a subject, of the forms that the person may use.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listDrafts(
  context: Context<PersonActor>,
  business: string,
  subject: string,
): Promise<Drafts> {
  const { businessId, may } = requirePermission(context, business, 'account.use');
  const forms = draftFormNames.filter((form) => may(draftForms[form].permission));
  const oldest = toDate(addMilliseconds(context.clock.now(), -draftDays * 86_400_000));
  const rows = await database().formDraft.findMany({
    where: {
      businessId,
      personId: context.actor.personId,
      subject,
      form: { in: forms },
      // The pruning job deletes old ones later.
      OR: [{ closedAt: null, savedAt: { gte: oldest } }, { closedAt: { gte: oldest } }],
    },
    orderBy: { form: 'asc' },
  });
  return {
    drafts: rows.flatMap((row) => {
      const form = forms.find((name) => name === row.form);
      return form === undefined
        ? []
        : [
            {
              form,
              fields: fields.parse(row.fields),
              savedAt: instantColumn(row.savedAt),
              closedAt: mapNullable(row.closedAt, instantColumn),
            },
          ];
    }),
  };
}
