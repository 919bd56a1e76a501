import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { listAudit, verifyAudit } from '#lib/audit/index.ts';
import { auditList } from '#lib/audit/schema.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { backtestRule, stopBacktest } from './backtest-rule.ts';
import { decideRuleChange } from './decide-rule-change.ts';
import { discardRule } from './discard-rule.ts';
import type { RuleForm } from './model/form.ts';
import { emptyForm } from './model/form.ts';
import type { ChangeKind } from './model/rule.ts';
import { proposeRuleChange } from './propose-change.ts';
import { listRules } from './queries/list.ts';
import { readRule } from './queries/rule.ts';
import { listDeskProposals } from './queries/waiting.ts';
import { saveRule } from './save-rule.ts';
import { saveRuleForm } from './schema/forms.ts';

let tenant: Tenant;
let other: Tenant;
let second: Context<PersonActor>;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  second = await createPerson(new Map([[tenant.businessId, 'compliance']]));
});

type RuleVersionId = { readonly ruleId: string; readonly version: number };

const save = (form: Partial<RuleForm> = {}, known?: RuleVersionId, as = tenant.as.compliance) =>
  saveRule(
    as,
    saveRuleForm.parse({
      businessId: tenant.businessId,
      ruleId: known?.ruleId ?? null,
      version: known?.version ?? 0,
      form: { ...emptyForm, name: 'Large', over: '0.5', ...form },
    }),
  );
const propose = async (
  known: RuleVersionId,
  kind: ChangeKind,
  as = tenant.as.compliance,
): Promise<RuleVersionId> => {
  const proposal = { businessId: tenant.businessId, ...known, kind, pastDays: 0, reason: 'Agreed' } as const;
  return { ruleId: known.ruleId, version: (await proposeRuleChange(as, proposal)).version };
};
const answer = (
  known: RuleVersionId,
  response: 'approve' | 'decline' | 'withdraw',
  as: Context<PersonActor> = second,
) =>
  decideRuleChange(as, {
    businessId: tenant.businessId,
    ...known,
    answer: response,
    comment: response === 'decline' ? 'No' : '',
  });
const view = (ruleId: string, as = tenant.as.owner) => readRule(as, tenant.businessId, ruleId);
const listActions = async (ruleId: string) => (await view(ruleId)).events.map(({ action }) => action);
const raw = (text: string, values: unknown[]) => databasePool().query(text, values);

test('activates, pauses and retires a rule only after a second person approves', async () => {
  const draft = await save();
  expect(await view(draft.ruleId)).toMatchObject({ state: 'draft', inForce: null, newest: 1, since: null });
  const proposed = await propose(draft, 'activate');
  await expect(answer(proposed, 'approve', tenant.as.compliance)).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(answer(proposed, 'decline', tenant.as.compliance)).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(answer(proposed, 'withdraw')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await answer(proposed, 'approve')).toEqual({ state: 'active' });
  const active = { ruleId: draft.ruleId, version: proposed.version + 1 };
  expect((await view(draft.ruleId)).since).not.toBeNull();
  const pausing = await propose(active, 'pause', tenant.as.owner);
  expect((await view(draft.ruleId)).state).toBe('active');
  await expect(answer(pausing, 'approve', tenant.as.owner)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await answer(pausing, 'approve')).toEqual({ state: 'paused' });
  const paused = { ruleId: draft.ruleId, version: pausing.version + 1 };
  await expect(propose(paused, 'pause')).rejects.toMatchObject({ code: 'conflict' });
  const retiring = await propose(paused, 'retire');
  expect(await answer(retiring, 'approve', tenant.as.owner)).toEqual({ state: 'retired' });
  const retired = { ruleId: draft.ruleId, version: retiring.version + 1 };
  await expect(save({}, retired)).rejects.toMatchObject({ code: 'conflict' });
  for (const kind of ['activate', 'resume', 'retire'] as const)
    await expect(propose(retired, kind)).rejects.toMatchObject({ code: 'conflict' });
  expect(await listActions(draft.ruleId)).toEqual([
    'review-rule.approve',
    'review-rule.propose-retire',
    'review-rule.approve',
    'review-rule.propose-pause',
    'review-rule.approve',
    'review-rule.propose-activate',
    'review-rule.create',
  ]);
  expect((await verifyAudit()).breaches).toEqual([]);
});

test('records what a rule does as a sentence, and the earlier one', async () => {
  const draft = await save({ name: 'High' });
  await save({ name: 'High', over: '0.75' }, draft);
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectId: draft.ruleId },
    orderBy: { sequence: 'asc' },
  });
  const sentence = (over: string) => `Open a case when a deposit in BTC is over ${over} BTC.`;
  expect(entries).toMatchObject([
    { action: 'review-rule.create', before: null, after: { name: 'High', rule: sentence('0.5') } },
    {
      action: 'review-rule.change',
      before: { rule: sentence('0.5'), number: 1 },
      after: { name: 'High', rule: sentence('0.75'), number: 2 },
    },
  ]);
  expect(entries[1]?.before).not.toHaveProperty('name');
  // Entries without the name in their values have it as that of their item.
  await propose({ ...draft, version: draft.version + 1 }, 'activate');
  const { query } = parseListQuery(auditList, (name) => (name === 'object' ? draft.ruleId : null));
  const { rows } = await listAudit(tenant.as.owner, tenant.businessId, query);
  expect(rows.map(({ action, objectName }) => [action, objectName])).toEqual([
    ['review-rule.propose-activate', 'High'],
    ['review-rule.change', 'High'],
    ['review-rule.create', 'High'],
  ]);
});

test('approving a change needs a recent authentication, declining it needs none', async () => {
  const proposed = await propose(await save(), 'activate');
  const authenticate = (at: number) =>
    database().session.update({
      where: { id: second.actor.sessionId },
      data: { authenticatedAt: new Date(at) },
    });
  await authenticate(Date.now() - 16 * 60_000);
  await expect(answer(proposed, 'approve')).rejects.toMatchObject({ code: 'reauthentication-required' });
  expect(await answer(proposed, 'decline')).toEqual({ state: 'draft' });
  await authenticate(Date.now());
});

test('refuses in the database an approval by the proposer and an unapproved rule', async () => {
  const draft = await save();
  const { ruleId } = draft;
  const { businessId } = tenant;
  await propose(draft, 'activate');
  const { proposalId: changeId, proposedById } = await database().proposal.findFirstOrThrow({
    where: { subject: ruleId },
  });
  const approve = `UPDATE proposal SET state = 'final', answered_by = $2, answered_at = now() WHERE proposal_id = $1`;
  await expect(raw(approve, [changeId, proposedById])).rejects.toThrow('proposal_second_person');
  await expect(
    raw(`UPDATE proposal SET state = 'final', answered_at = now() WHERE proposal_id = $1`, [changeId]),
  ).rejects.toThrow();
  await expect(
    raw(`UPDATE proposal SET after = after || '{"pastDays": 30}' WHERE proposal_id = $1`, [changeId]),
  ).rejects.toThrow('never changed');
  await expect(raw(`DELETE FROM proposal WHERE proposal_id = $1`, [changeId])).rejects.toThrow(
    'never deleted',
  );
  const activateSql = `INSERT INTO review_rule_force (business_id, change_id, rule_id, number, subject_kind, begins_at)
    VALUES ($1, $2, $3, 1, 'deposit', $4)`;
  const now = new Date();
  await expect(raw(activateSql, [businessId, changeId, ruleId, now])).rejects.toThrow(
    'second person approved',
  );
  await expect(raw(`UPDATE review_rule_text SET spec = '{}' WHERE rule_id = $1`, [ruleId])).rejects.toThrow(
    'refuses UPDATE',
  );
  await raw(approve, [changeId, second.actor.personId]);
  // The approval doesn't cover past days that were not proposed.
  await expect(
    raw(activateSql, [businessId, changeId, ruleId, new Date(now.getTime() - 86_400_000)]),
  ).rejects.toThrow('second person approved');
  const later = new Date(Date.now() + 60_000);
  await raw(activateSql, [businessId, changeId, ruleId, later]);
  const end = `UPDATE review_rule_force SET ended_at = $2, ended_by = $3 WHERE change_id = $1`;
  await expect(raw(end, [changeId, later, randomUUID()])).rejects.toThrow('ended by a change');
  await expect(
    raw(`UPDATE review_rule_force SET begins_at = now() - interval '9 days' WHERE change_id = $1`, [
      changeId,
    ]),
  ).rejects.toThrow('ended by a change');
  await expect(raw(`DELETE FROM review_rule_force WHERE change_id = $1`, [changeId])).rejects.toThrow(
    'ended by',
  );
});

test('reports a conflict to the person who acts on an outdated version', async () => {
  const draft = await save();
  const proposed = await propose(draft, 'activate');
  await expect(save({ over: '9' }, draft)).rejects.toMatchObject({ code: 'conflict' });
  await expect(save({ over: '9' }, proposed)).rejects.toMatchObject({ code: 'conflict' });
  await expect(answer(draft, 'approve')).rejects.toMatchObject({ code: 'conflict' });
  const both = await Promise.allSettled([
    answer(proposed, 'approve'),
    answer(proposed, 'withdraw', tenant.as.compliance),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const known = { ruleId: draft.ruleId, version: proposed.version + 1 };
  const edits = await Promise.allSettled([
    save({ over: '1' }, known),
    save({ over: '2' }, known, tenant.as.owner),
  ]);
  expect(edits.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('keeps versions, and keeps the active version when a change is declined', async () => {
  const draft = await save({ name: 'First' });
  const proposed = await propose(draft, 'activate');
  await answer(proposed, 'approve');
  const next = await save({ name: 'Second', over: '2' }, { ...draft, version: proposed.version + 1 });
  const again = await propose(next, 'activate');
  await expect(answer({ ...again }, 'decline', tenant.as.owner)).resolves.toEqual({ state: 'active' });
  const one = await view(draft.ruleId);
  expect(one).toMatchObject({ state: 'active', inForce: 1, newest: 2 });
  expect(one.versions.map(({ number, name, sentence }) => [number, name, sentence])).toEqual([
    [2, 'Second', 'Open a case when a deposit in BTC is over 2 BTC.'],
    [1, 'First', 'Open a case when a deposit in BTC is over 0.5 BTC.'],
  ]);
  expect(one.changes.map(({ state, answer: comment }) => [state, comment])).toEqual([
    ['declined', 'No'],
    ['final', null],
  ]);
  const row = (await listRules(tenant.as.owner, tenant.businessId)).rows.find(
    (rule) => rule.ruleId === draft.ruleId,
  );
  expect(row).toMatchObject({ name: 'First', inForce: 1, newest: 2, waits: null, cases: 0 });
});

test('refuses an approval by a person to whom the proposer gave access', async () => {
  const proposed = await propose(await save({}, undefined, tenant.as.owner), 'activate', tenant.as.owner);
  const newcomer = await createPerson(new Map([[tenant.businessId, 'compliance']]));
  await database().accessGrant.create({
    data: {
      businessId: tenant.businessId,
      personId: newcomer.actor.personId,
      grantedById: tenant.as.owner.actor.personId,
      kind: 'role',
      grantedAt: new Date(),
    },
  });
  await expect(answer(proposed, 'approve', newcomer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(
    raw(
      `UPDATE proposal SET state = 'final', answered_by = $2, answered_at = now() WHERE subject = $1 AND state = 'proposed'`,
      [proposed.ruleId, newcomer.actor.personId],
    ),
  ).rejects.toThrow('72 hours');
  await answer(proposed, 'approve');
});

test('allows one person to discard a draft that is not proposed', async () => {
  const draft = await save();
  const proposed = await propose(draft, 'activate');
  const discard = (known: RuleVersionId) =>
    discardRule(tenant.as.compliance, { businessId: tenant.businessId, ...known });
  await expect(discard(proposed)).rejects.toMatchObject({ code: 'conflict' });
  await answer(proposed, 'withdraw', tenant.as.compliance);
  expect(await discard({ ...draft, version: proposed.version + 1 })).toEqual({ discarded: true });
  expect((await view(draft.ruleId)).state).toBe('retired');
});

test('refuses other roles and other businesses', async () => {
  const draft = await save();
  const { businessId } = tenant;
  const day = { from: '2026-11-01', until: '2026-11-02' };
  const runId = randomUUID();
  for (const [who, code] of [
    [tenant.as.viewer, 'forbidden'],
    [tenant.as.finance, 'forbidden'],
    [other.as.owner, 'not-found'],
  ] as const) {
    await expect(save({}, undefined, who)).rejects.toMatchObject({ code });
    await expect(propose(draft, 'activate', who)).rejects.toMatchObject({ code });
    await expect(answer(draft, 'approve', who)).rejects.toMatchObject({ code });
    await expect(discardRule(who, { businessId, ...draft })).rejects.toMatchObject({ code });
    await expect(backtestRule(who, { businessId, ruleId: draft.ruleId, ...day })).rejects.toMatchObject({
      code,
    });
    await expect(stopBacktest(who, { businessId, ruleId: draft.ruleId, runId })).rejects.toMatchObject({
      code,
    });
    await expect(listRules(who, businessId)).rejects.toMatchObject({ code });
    await expect(view(draft.ruleId, who)).rejects.toMatchObject({ code });
  }
  const elsewhere = { businessId: other.businessId, ...draft };
  await expect(discardRule(other.as.owner, elsewhere)).rejects.toMatchObject({ code: 'not-found' });
  await expect(readRule(other.as.owner, other.businessId, draft.ruleId)).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(view("'; --")).rejects.toMatchObject({ code: 'not-found' });
});

test('lists the proposed change of a rule by its name, for people of the desk only', async () => {
  const { businessId, as } = tenant;
  const draft = await save();
  await propose(draft, 'activate');
  const { settings, rules } = await listDeskProposals(as.owner, businessId);
  expect(settings).toBeNull();
  expect(rules.find(({ subject }) => subject === draft.ruleId)).toMatchObject({
    name: expect.stringMatching(/./),
    after: { kind: 'activate' },
    isMine: false,
  });
  for (const who of [as.finance, as.viewer])
    await expect(listDeskProposals(who, businessId)).rejects.toMatchObject({ code: 'forbidden' });
});
