import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn, optional, toAmount } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { amount } from '#lib/values/amount.ts';
import type { Settings } from '../settings/model.ts';
import type { SettingsProposal } from '../settings/schema.ts';
import { readNames } from './people.ts';

/** Reads the settings of the desk. Defaults equal those of the columns. */
export async function readDeskSettings(context: Context<PersonActor>, business: string): Promise<Settings> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const row = await database().reviewSetting.findUnique({ where: { businessId } });
  if (row === null) return { secondFromEur: amount('1000'), dueHours: 24, riskScoreFrom: null };
  return {
    secondFromEur: toAmount(row.secondFromEur),
    dueHours: row.dueHours,
    riskScoreFrom: optional(row.riskScoreFrom, toAmount),
  };
}

/** Reads the change of the settings that is pending approval; null if there is none. */
export async function readSettingsProposal(
  context: Context<PersonActor>,
  business: string,
): Promise<SettingsProposal | null> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const row = await database().reviewSettingChange.findFirst({
    where: { businessId, state: 'proposed' },
    include: { settings: { select: { version: true } } },
  });
  if (row === null) return null;
  const named = await readNames([row.proposedById]);
  return {
    changeId: row.changeId,
    from: {
      secondFromEur: toAmount(row.oldSecondFromEur),
      dueHours: row.oldDueHours,
      riskScoreFrom: optional(row.oldRiskScoreFrom, toAmount),
    },
    to: {
      secondFromEur: toAmount(row.secondFromEur),
      dueHours: row.dueHours,
      riskScoreFrom: optional(row.riskScoreFrom, toAmount),
    },
    reason: row.reason,
    proposedBy: named(row.proposedById),
    proposedAt: instantColumn(row.proposedAt),
    isOutdated: row.version !== row.settings.version,
  };
}
