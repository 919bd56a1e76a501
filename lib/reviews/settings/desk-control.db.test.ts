import { describe, expect, test } from 'vitest';
import { verifyAudit } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { makeSessionStale } from '#lib/database/testing/stale-session.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { readFigures } from '../queue/queries/figures.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture, twoPersonCategories } from '../testing/case-fixture.ts';
import { changeDeskSettings } from './change-desk-settings.ts';
import { removeReasonTemplate, saveReasonTemplate } from './change-reason-template.ts';
import { decideDeskChange } from './decide-desk-change.ts';
import { readReasonTemplates } from './store/reason-templates.ts';

describe('control of the desk', () => {
  const raw = (text: string, ...values: unknown[]) => databasePool().query(text, values);
  const start = { secondFromEur: '1000', dueHours: 24, riskScoreFrom: '', twoPersonCategories, reason: '' };
  type SettingChanges = Partial<typeof start>;
  type Desk = Pick<CaseFixture, 'businessId' | 'as'>;

  const set = ({ businessId, as }: Desk, changes: SettingChanges) =>
    changeDeskSettings(as.owner, { businessId, ...start, ...changes });
  const read = ({ businessId, as }: Desk) => readFigures(as.owner, businessId);
  const proposed = async (desk: Desk) => {
    const { proposal } = await read(desk);
    if (proposal === null) throw new Error('there is no proposal');
    return proposal;
  };
  const answer = async (
    desk: Desk,
    as: Context<PersonActor>,
    response: 'approve' | 'decline' | 'withdraw' = 'approve',
    comment = '',
  ) =>
    decideDeskChange(as, {
      businessId: desk.businessId,
      proposalId: (await proposed(desk)).proposalId,
      answer: response,
      comment,
    });
  const entries = async ({ businessId }: Desk) =>
    database().auditEntry.findMany({
      where: { objectId: businessId, action: { startsWith: 'review-desk.' } },
      orderBy: { sequence: 'desc' },
    });

  test('an owner alone can’t raise the threshold and decide alone below it', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await desk.flagged({ uniformPayableAmount: '5000' });
    expect(await set(desk, { secondFromEur: '1000000', reason: 'Fewer hands' })).toMatchObject({
      state: 'proposed',
    });
    expect((await read(desk)).settings.secondFromEur).toBe('1000');
    expect(await desk.propose(caseId, 'clear', desk.as.owner)).toMatchObject({ state: 'proposed' });
  });

  test.each([
    { secondFromEur: '1000.01' },
    { dueHours: 25 },
    { riskScoreFrom: '7.5' },
    { riskScoreFrom: '' },
    // Stricter in one and weaker in another counts as weaker.
    { secondFromEur: '1', dueHours: 48 },
  ])('weaker settings wait for a second person: %o', async (changes) => {
    const desk = await createCaseFixture();
    const base = { riskScoreFrom: '7' };
    expect(await set(desk, base)).toEqual({ state: 'saved' });
    const before = (await read(desk)).settings;
    await expect(set(desk, { ...base, ...changes })).rejects.toMatchObject({ code: 'invalid' });
    expect(await set(desk, { ...base, ...changes, reason: 'Agreed' })).toMatchObject({ state: 'proposed' });
    expect((await read(desk)).settings).toEqual(before);
    await expect(set(desk, { ...base, ...changes, reason: 'Again' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await answer(desk, desk.second)).toEqual({ state: 'final' });
    const { settings, proposal } = await read(desk);
    expect({ ...settings, riskScoreFrom: settings.riskScoreFrom ?? '' }).toMatchObject({
      ...base,
      ...changes,
    });
    expect(proposal).toBeNull();
  });

  test('a declined proposal says who declined it and why, until the next proposal', async () => {
    const desk = await createCaseFixture();
    await set(desk, { dueHours: 48, reason: 'Too many cases' });
    expect((await read(desk)).declined).toBeNull();
    await answer(desk, desk.second, 'decline', 'The risk assessment asks for 24 hours.');
    expect((await read(desk)).declined).toMatchObject({
      before: { dueHours: 24 },
      after: { dueHours: 48 },
      reason: 'Too many cases',
      proposedById: desk.as.owner.actor.personId,
      answer: {
        byId: desk.second.actor.personId,
        comment: 'The risk assessment asks for 24 hours.',
      },
    });
    await set(desk, { dueHours: 36, reason: 'A compromise' });
    expect((await read(desk)).declined).toBeNull();
    await answer(desk, desk.as.owner, 'withdraw');
    expect((await read(desk)).declined).toBeNull();
  });

  test('weaker settings need a recent authentication of both people, stricter ones and declining need none', async () => {
    const desk = await createCaseFixture();
    const people = [desk.as.owner, desk.second].map(({ actor }) => actor.sessionId);
    const authenticate = (minutesAgo: number) =>
      database().session.updateMany({
        where: { id: { in: people } },
        data: { authenticatedAt: new Date(Date.now() - minutesAgo * 60_000) },
      });
    const required = { code: 'reauthentication-required' };
    const weaker = { dueHours: 48, reason: 'Holidays' };
    await authenticate(16);
    await expect(set(desk, weaker)).rejects.toMatchObject(required);
    expect((await read(desk)).proposal).toBeNull();
    expect(await set(desk, { dueHours: 23 })).toEqual({ state: 'saved' });
    await authenticate(0);
    await set(desk, weaker);
    await authenticate(16);
    await expect(answer(desk, desk.second)).rejects.toMatchObject(required);
    expect(await answer(desk, desk.second, 'decline', 'Too long')).toEqual({ state: 'declined' });
  });

  test('applies stricter settings at once and audits both values and the reason', async () => {
    const desk = await createCaseFixture();
    expect(await set(desk, { secondFromEur: '500', dueHours: 12, riskScoreFrom: '7' })).toEqual({
      state: 'saved',
    });
    await set(desk, { secondFromEur: '2000', dueHours: 12, riskScoreFrom: '7', reason: 'Low risk' });
    await answer(desk, desk.second, 'approve', 'Fine');
    const [approve, propose, saved] = await entries(desk);
    expect([approve?.action, propose?.action, saved?.action]).toEqual([
      'review-desk.approve',
      'review-desk.propose',
      'review-desk.set',
    ]);
    expect(approve?.before).toMatchObject({ secondFromEur: '500' });
    expect(approve?.after).toMatchObject({ secondFromEur: '2000', reason: 'Low risk', comment: 'Fine' });
    expect(propose?.after).toMatchObject({ secondFromEur: '2000', reason: 'Low risk' });
    expect(await set(desk, { secondFromEur: '2000.00', dueHours: 12, riskScoreFrom: '7' })).toEqual({
      state: 'saved',
    });
    expect(await entries(desk)).toHaveLength(3);
    expect(await verifyAudit()).toMatchObject({ breaches: [] });
  });

  test('an open decision proposal keeps needing a second person under a higher threshold', async () => {
    const desk = await createCaseFixture();
    const { caseId } = await desk.flagged({ uniformPayableAmount: '5000' });
    await desk.propose(caseId, 'clear');
    await set(desk, { secondFromEur: '9000', reason: 'Agreed' });
    await answer(desk, desk.second);
    expect((await desk.view(caseId)).decisions[0]).toMatchObject({ needsSecond: true, state: 'proposed' });
    await expect(
      raw(`UPDATE review_decision SET state = 'final' WHERE case_id = $1`, caseId),
    ).rejects.toThrow('review_decision_confirmed');
    await expect(desk.answer(caseId, 'confirm', desk.as.compliance)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('allows the proposer to withdraw but not to approve, and others to decline with a reason but not to withdraw', async () => {
    const desk = await createCaseFixture();
    await set(desk, { dueHours: 48, reason: 'Holidays' });
    await expect(answer(desk, desk.as.owner)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(answer(desk, desk.second, 'withdraw')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(answer(desk, desk.second, 'decline')).rejects.toMatchObject({ code: 'invalid' });
    await expect(answer(desk, desk.as.finance)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await answer(desk, desk.second, 'decline', 'Too long')).toEqual({ state: 'declined' });
    await set(desk, { dueHours: 48, reason: 'Holidays' });
    expect(await answer(desk, desk.as.owner, 'withdraw')).toEqual({ state: 'withdrawn' });
    expect((await read(desk)).settings.dueHours).toBe(24);
    expect((await entries(desk)).map(({ action }) => action)).toEqual([
      'review-desk.withdraw',
      'review-desk.propose',
      'review-desk.decline',
      'review-desk.propose',
    ]);
  });

  test('accepts one of two concurrent approvals and changes the settings once', async () => {
    const desk = await createCaseFixture();
    await set(desk, { dueHours: 48, reason: 'Holidays' });
    const { proposalId } = await proposed(desk);
    const approve = { businessId: desk.businessId, proposalId, answer: 'approve', comment: '' } as const;
    const both = await Promise.allSettled(
      [desk.second, desk.as.compliance].map((who) => decideDeskChange(who, approve)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
    expect((await entries(desk)).filter(({ action }) => action === 'review-desk.approve')).toHaveLength(1);
  });

  test('refuses to approve a proposal once the settings have changed, even back to the same values', async () => {
    const desk = await createCaseFixture();
    await set(desk, { dueHours: 48, reason: 'Holidays' });
    await set(desk, { dueHours: 12 });
    expect(await proposed(desk)).toMatchObject({ isOutdated: true, before: { dueHours: 24 } });
    await expect(answer(desk, desk.second)).rejects.toMatchObject({ code: 'conflict' });
    await raw(
      `UPDATE setting SET value = value || '{"dueHours": 12}' WHERE business_id = $1`,
      desk.businessId,
    );
    await expect(
      raw(
        `UPDATE proposal SET state = 'final', answered_by = $2, answered_at = now() WHERE business_id = $1`,
        desk.businessId,
        desk.second.actor.personId,
      ),
    ).rejects.toThrow('have changed since');
    expect((await read(desk)).settings.dueHours).toBe(12);
  });

  test('refuses approval if the approver or the proposer has lost the role', async () => {
    const desk = await createCaseFixture();
    const { businessId } = desk;
    await set(desk, { dueHours: 48, reason: 'Holidays' });
    const { personId } = desk.second.actor;
    const where = { personId_businessId: { personId, businessId } };
    await database().membership.update({ where, data: { role: 'viewer' } });
    await expect(answer(desk, desk.second)).rejects.toMatchObject({ code: 'forbidden' });
    const approve = (by: string) =>
      raw(
        `UPDATE proposal SET state = 'final', answered_by = $2, answered_at = now() WHERE business_id = $1`,
        businessId,
        by,
      );
    await expect(approve(personId)).rejects.toThrow('two eligible people');
    await database().person.update({
      where: { id: desk.as.owner.actor.personId },
      data: { disabledAt: new Date() },
    });
    await expect(answer(desk, desk.as.compliance)).rejects.toMatchObject({ code: 'conflict' });
    await expect(approve(desk.as.compliance.actor.personId)).rejects.toThrow('two eligible people');
  });

  test('with fewer than two eligible people refuses weaker settings and accepts stricter ones', async () => {
    const tenant = await createTenant();
    const { businessId } = tenant;
    await database().person.update({
      where: { id: tenant.as.compliance.actor.personId },
      data: { disabledAt: new Date() },
    });
    await expect(set(tenant, { dueHours: 48, reason: 'Holidays' })).rejects.toThrow('Owner or Compliance');
    expect(await read(tenant)).toMatchObject({ eligible: 1, proposal: null });
    expect(await set(tenant, { dueHours: 12 })).toEqual({ state: 'saved' });
    expect(await database().proposal.count({ where: { businessId } })).toBe(0);
  });

  test('the database refuses weaker settings without an approved proposal, and uses an approval once', async () => {
    const desk = await createCaseFixture();
    const { businessId } = desk;
    const weaker = (change: object) =>
      raw(
        `UPDATE setting SET value = value || $2 WHERE business_id = $1`,
        businessId,
        JSON.stringify(change),
      );
    await expect(
      raw(
        `INSERT INTO setting (business_id, kind, value)
       SELECT $1, 'review-desk', setting_value(NULL, 'review-desk') || '{"secondFromEur": "5000"}'`,
        businessId,
      ),
    ).rejects.toThrow('approves weaker settings');
    await set(desk, { riskScoreFrom: '7' });
    for (const change of [
      { secondFromEur: '1000.01' },
      { dueHours: 25 },
      { riskScoreFrom: '8' },
      { riskScoreFrom: null },
      { secondFromEur: '1', dueHours: 25 },
    ])
      await expect(weaker(change)).rejects.toThrow('approves weaker settings');
    await expect(raw(`DELETE FROM setting WHERE business_id = $1`, businessId)).rejects.toThrow(
      'never deleted',
    );
    await set(desk, { riskScoreFrom: '7', secondFromEur: '5000', reason: 'Agreed' });
    await expect(weaker({ secondFromEur: '5000' })).rejects.toThrow('approves weaker settings');
    const final = (by: string) =>
      raw(
        `UPDATE proposal SET state = 'final', answered_by = $2, answered_at = now() WHERE business_id = $1`,
        businessId,
        by,
      );
    await expect(final(desk.as.owner.actor.personId)).rejects.toThrow('second_person');
    await expect(
      raw(
        `UPDATE proposal SET after = after || '{"secondFromEur": "9000"}' WHERE business_id = $1`,
        businessId,
      ),
    ).rejects.toThrow('never changed');
    await expect(raw(`DELETE FROM proposal WHERE business_id = $1`, businessId)).rejects.toThrow(
      'never deleted',
    );
    await answer(desk, desk.second);
    await set(desk, { riskScoreFrom: '7' });
    await expect(weaker({ secondFromEur: '5000' })).rejects.toThrow('approves weaker settings');
  });
});

describe('templates of reasons', () => {
  test('counts the versions of a template, audits each change, and lists only the current ones', async () => {
    const { businessId, as } = await createTenant();
    const other = await createTenant();
    const first = {
      businessId,
      templateId: null,
      version: 0,
      kind: 'clear',
      name: 'Known',
      text: 'A.',
    } as const;
    const { templateId } = await saveReasonTemplate(as.owner, first);
    await saveReasonTemplate(as.owner, { ...first, templateId, version: 1, text: 'B.' });
    const current = { templateId, version: 2, kind: 'clear', name: 'Known', text: 'B.' };
    expect(await readReasonTemplates(businessId)).toEqual([current]);
    expect(await readReasonTemplates(other.businessId)).toEqual([]);
    const stale = { businessId, templateId, version: 1 };
    await expect(saveReasonTemplate(as.owner, { ...first, ...stale })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(removeReasonTemplate(as.owner, stale)).rejects.toMatchObject({ code: 'conflict' });
    for (const [who, code] of [
      [as.compliance, 'forbidden'],
      [other.as.owner, 'not-found'],
    ] as const)
      await expect(saveReasonTemplate(who, first)).rejects.toMatchObject({ code });
    await removeReasonTemplate(as.owner, { businessId, templateId, version: 2 });
    expect(await readReasonTemplates(businessId)).toEqual([]);
    const entries = await database().auditEntry.findMany({
      where: { chainId: businessId, objectId: templateId },
      orderBy: { sequence: 'asc' },
    });
    expect(entries.map(({ action }) => action)).toEqual([
      'review-desk.save-template',
      'review-desk.save-template',
      'review-desk.remove-template',
    ]);
    expect(entries[1]).toMatchObject({ before: { text: 'A.' }, after: { text: 'B.', version: 2 } });
  });

  test('removing a template needs a recent authentication', async () => {
    const { businessId, as } = await createTenant();
    const template = {
      businessId,
      templateId: null,
      version: 0,
      kind: 'clear',
      name: 'A',
      text: 'B.',
    } as const;
    const { templateId } = await saveReasonTemplate(as.owner, template);
    await makeSessionStale(as.owner);
    await expect(
      removeReasonTemplate(as.owner, { businessId, templateId, version: 1 }),
    ).rejects.toMatchObject({
      code: 'reauthentication-required',
    });
  });
});
