import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAuditOnce } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { listParameters } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { FactKind } from '../model.ts';
import { readCases } from './queries/queue.ts';
import type { QueueReason, QueueRow } from './schema.ts';
import { queueList } from './schema.ts';

const riskKinds: ReadonlySet<FactKind> = new Set(['risk-entity', 'risk-score']);

/** A case for a program. The time of its last change is null without risk detail. */
export type FetchedCase = Omit<QueueRow, 'changedAt'> & { readonly changedAt: Instant | null };

/** Leaves out reasons that are about risk. A rule may be about risk, too, so its name is left out. */
const withoutRisk = (reasons: readonly QueueReason[]): readonly QueueReason[] =>
  reasons.filter(({ kind }) => !riskKinds.has(kind)).map(({ kind }) => ({ kind, rule: null }));

/**
 * Lists cases for a program in the order in which they were opened, or of their changes where it asks for those, each state
 * unless the query names others. The entry of the audit log isn't that of a look at a case, which a decision requires of the
 * person. A program without risk detail gets no reasons about risk, and can't filter by reasons, nor by changes, which such a
 * reason also makes.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function fetchCases(
  context: Context<PersonActor>,
  business: string,
  requested: ListQuery,
  size?: number,
): Promise<ListPage<FetchedCase>> {
  const { businessId, may } = requirePermission(context, business, 'review.work', 'cases:read');
  const isAboutChanges = requested.by === 'changedAt' || requested.days['changedAt'] !== undefined;
  if (isAboutChanges || requested.choices['reason'] !== undefined)
    requirePermission(context, businessId, 'risk.read', 'risk:read');
  const by = requested.by === 'changedAt' ? 'changed' : 'number';
  const choices = { ...queueList.unfilteredChoices, ...requested.choices };
  const page = await readCases(context, businessId, { ...requested, choices, by }, size);
  const [only] = requested.only;
  if (page.rows.length > 0)
    await inTransaction((transaction) =>
      writeAuditOnce(transaction, context, {
        businessId,
        action: 'review-case.fetch',
        ...(only === undefined
          ? { objectType: 'list', objectId: queueList.name, after: { filters: listParameters(requested) } }
          : { objectType: 'review-case', objectId: only }),
      }),
    );
  if (may('risk.read')) return page;
  const rows = page.rows.map(({ standing, ended, ...row }) => ({
    ...row,
    standing: withoutRisk(standing),
    ended: withoutRisk(ended),
    changedAt: null,
  }));
  return { ...page, rows };
}
