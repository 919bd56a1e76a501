import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { instantColumn, mapNullable, toAmount } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { amount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Person } from '../schema/case.ts';
import type { Settings } from '../settings/model.ts';
import type { DeclinedSettings, SettingsProposal } from '../settings/schema.ts';
import { readNames } from './people.ts';

/** Reads the settings of the desk. Defaults equal those of the columns. */
export async function readDeskSettings(context: Context<PersonActor>, business: string): Promise<Settings> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const row = await database().reviewSetting.findUnique({ where: { businessId } });
  if (row === null) return { secondFromEur: amount('1000'), dueHours: 24, riskScoreFrom: null };
  return {
    secondFromEur: toAmount(row.secondFromEur),
    dueHours: row.dueHours,
    riskScoreFrom: mapNullable(row.riskScoreFrom, toAmount),
  };
}

/** Finds the newest change of the settings, or the newest in this state. */
const findNewestChange = (businessId: BusinessId, state?: 'proposed') =>
  database().reviewSettingChange.findFirst({
    where: { businessId, ...(state !== undefined && { state }) },
    orderBy: { proposedAt: 'desc' },
    include: { settings: { select: { version: true } } },
  });

/** Reads the change of the settings that is pending approval, or the last one if it was declined. */
export async function readSettingsProposal(
  context: Context<PersonActor>,
  business: string,
): Promise<{ readonly proposal: SettingsProposal | null; readonly declined: DeclinedSettings | null }> {
  const { businessId } = requirePermission(context, business, 'review.work');
  // The clocks of two processes may differ, so the pending one is not found by its time.
  const row = (await findNewestChange(businessId, 'proposed')) ?? (await findNewestChange(businessId));
  if (row === null) return { proposal: null, declined: null };
  const { state, answeredById, answeredAt, answer } = row;
  const named = await readNames([row.proposedById, answeredById]);
  const proposal = toProposal(row, named);
  return {
    proposal: state === 'proposed' ? proposal : null,
    declined:
      state === 'declined' && answeredById !== null && answeredAt !== null
        ? {
            proposal,
            declinedBy: named(answeredById),
            declinedAt: instantColumn(answeredAt),
            comment: answer ?? '',
          }
        : null,
  };
}

function toProposal(
  row: NonNullable<Awaited<ReturnType<typeof findNewestChange>>>,
  named: (id: string) => Person,
): SettingsProposal {
  return {
    changeId: row.changeId,
    from: {
      secondFromEur: toAmount(row.oldSecondFromEur),
      dueHours: row.oldDueHours,
      riskScoreFrom: mapNullable(row.oldRiskScoreFrom, toAmount),
    },
    to: {
      secondFromEur: toAmount(row.secondFromEur),
      dueHours: row.dueHours,
      riskScoreFrom: mapNullable(row.riskScoreFrom, toAmount),
    },
    reason: row.reason,
    proposedBy: named(row.proposedById),
    proposedAt: instantColumn(row.proposedAt),
    isOutdated: row.version !== row.settings.version,
  };
}
