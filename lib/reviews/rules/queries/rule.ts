import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { listObjectAudit } from '#lib/audit/index.ts';
import { readTimeZone } from '#lib/businesses/index.ts';
import { instantColumn, mapNullable, millisecondsSql } from '#lib/database/columns.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { tRuleRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listProposalHistory } from '#lib/proposals/index.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import { canReadPayments } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { Person } from '../../cases/schema/case.ts';
import { transferKinds } from '../../model-transfers.ts';
import { readNames } from '../../settings/queries/people.ts';
import type { ProposedRuleChange } from '../model/rule.ts';
import { ruleStates } from '../model/rule.ts';
import { describeActions, describeRule, listCaveats } from '../model/sentence.ts';
import { ruleProposals } from '../rule-proposals.ts';
import { storedActions, storedSpec } from '../schema/forms.ts';
import type { RuleChange, RuleVersion, RuleView } from '../schema/views.ts';
import { readRuns } from './runs.ts';

const most = 20;

const row = z.object({
  caseId: z.string(),
  subject: z.enum(transferKinds),
  reference: z.string().nullable(),
  seenAt: z.coerce.number().transform(instant),
});

/** Returns the newest cases that name the rule. */
async function listRuleCases(businessId: BusinessId, ruleId: string): Promise<RuleView['cases']> {
  const { rows } = await databasePool().query(
    `SELECT c.case_id AS "caseId", c.subject_kind AS subject,
            coalesce(w.client_withdrawal_id, p.client_payment_id) AS reference,
            ${millisecondsSql('f.seen_at')} AS "seenAt"
       FROM review_fact f
       JOIN review_case c ON c.business_id = f.business_id AND c.case_id = f.case_id
       LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
       LEFT JOIN payment p ON p.business_id = d.business_id AND p.payment_id = d.payment_id
       LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal' AND w.business_id = c.business_id
         AND w.withdrawal_id = c.subject_id
      WHERE f.business_id = $1::uuid AND f.kind = 'rule:' || $2::text AND f.kind LIKE 'rule:%'
      ORDER BY f.seen_at DESC, c.case_id LIMIT ${most}`,
    [businessId, ruleId],
  );
  return z.array(row).parse(rows);
}

/** Limit of versions and of changes. Older ones are in the audit log. */
const historyLimit = 100;

const findRule = (businessId: BusinessId, ruleId: string) =>
  database().reviewRule.findUnique({
    where: { businessId_ruleId: { businessId, ruleId } },
    include: {
      texts: {
        orderBy: { number: 'desc' },
        take: historyLimit,
        include: { forces: { orderBy: { beginsAt: 'desc' } } },
      },
    },
  });
type Found = NonNullable<Awaited<ReturnType<typeof findRule>>>;

/**
 * Returns a rule with its versions, changes, backtest and cases.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readRule(
  context: Context<PersonActor>,
  business: string,
  rule: string,
  page = 1,
): Promise<RuleView> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const found = isUuid(rule) ? await findRule(businessId, rule) : null;
  if (found === null) throw new Problem('not-found', tRuleRefusals('problem.notFound'));
  const { ruleId } = found;
  const zone = await readTimeZone(context, businessId);
  const [runs, cases, log, changes] = await Promise.all([
    readRuns(businessId, ruleId, zone, page),
    listRuleCases(businessId, ruleId),
    listObjectAudit(businessId, 'review-rule', [ruleId]),
    listProposalHistory(context, ruleProposals, { businessId, subject: ruleId, limit: historyLimit }),
  ]);
  const named = await readNames([
    runs.tried?.startedBy ?? null,
    ...found.texts.map(({ madeById }) => madeById),
    ...found.texts.map(({ actions }) => storedActions.parse(actions).assignTo),
    ...log.map((entry) => (entry.actorKind === 'person' ? entry.actorId : null)),
  ]);
  return {
    businessId,
    ruleId,
    version: found.version,
    ...toStanding(found),
    versions: found.texts.map((one) => toVersionView(one, named, zone)),
    changes: changes.map(toChangeView),
    blocks: changes.find(({ state }) => state === 'proposed')?.blocks ?? [],
    backtest: runs.tried === null ? null : { ...runs.tried, startedBy: named(runs.tried.startedBy) },
    activation: runs.applying,
    cases,
    events: log.map(({ sequence, at, actorKind, actorId, action }) => ({
      sequence: String(sequence),
      at,
      who: actorKind === 'person' ? named(actorId).name : 'Countinghouse',
      action,
      of: null,
      check: null,
    })),
    connected: canReadPayments(),
    zone,
    me: context.actor.personId,
    now: context.clock.now(),
  };
}

function toStanding({ state, texts }: Found): Pick<RuleView, 'state' | 'inForce' | 'newest' | 'since'> {
  const forces = texts.flatMap((one) => one.forces);
  const current = forces.find(({ endedAt }) => endedAt === null);
  const ended = forces.toSorted((one, two) => Number(two.endedAt) - Number(one.endedAt))[0];
  return {
    state: z.enum(ruleStates).parse(state),
    inForce: (current ?? ended)?.number ?? null,
    newest: texts[0]?.number ?? 0,
    since: mapNullable(current?.beginsAt ?? null, instantColumn),
  };
}

function toVersionView(
  one: Found['texts'][number],
  named: (id: string) => Person,
  zone: string,
): RuleVersion {
  const { number, name, madeById, madeAt } = one;
  const subject = z.enum(transferKinds).parse(one.subjectKind);
  const spec = storedSpec.parse(one.spec);
  const actions = storedActions.parse(one.actions);
  return {
    number,
    name,
    subject,
    spec,
    actions,
    sentence: describeRule(subject, spec, zone),
    caveats: listCaveats(subject, spec),
    effects: describeActions(actions, (personId) => named(personId).name),
    madeBy: named(madeById),
    madeAt: instantColumn(madeAt),
  };
}

const toChangeView = ({ answer, ...one }: ProposalView<ProposedRuleChange>): RuleChange => ({
  changeId: one.proposalId,
  ...one.after,
  reason: one.reason,
  proposedBy: { personId: one.proposedById, name: one.proposedBy },
  proposedAt: one.proposedAt,
  state: one.state,
  answeredBy: mapNullable(answer, ({ by, byId }) => ({ personId: byId, name: by })),
  answeredAt: answer?.at ?? null,
  answer: answer?.comment ?? null,
});
