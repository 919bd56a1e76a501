import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { amountOf, optional } from '#lib/platform/columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { database } from '#lib/platform/db.ts';
import { amount } from '#lib/values/amount.ts';
import type { DeskFigures } from '../schema-figures.ts';

/** How the desk of a business works; the defaults are those of the columns. */
export async function deskSettings(
  context: Context<PersonActor>,
  business: string,
): Promise<DeskFigures['settings']> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const row = await database().reviewSetting.findUnique({ where: { businessId } });
  if (row === null) return { secondFromEur: amount('1000'), dueHours: 24, riskScoreFrom: null };
  return {
    secondFromEur: amountOf(row.secondFromEur),
    dueHours: row.dueHours,
    riskScoreFrom: optional(row.riskScoreFrom, amountOf),
  };
}
