import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { instant } from '#lib/values/instant.ts';
import { deleteOldDrafts, listDrafts } from './index.ts';
import { draftForms } from './model.ts';
import { discardDraft, saveDraft } from './save-draft.ts';
import { saveDraftForm } from './schema.ts';

let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
});

/** An open case without a deposit: drafts look only at its state. */
async function newCase(): Promise<string> {
  const now = new Date();
  const { caseId } = await database().reviewCase.create({
    data: {
      businessId: tenant.businessId,
      subjectKind: 'deposit',
      subjectId: randomUUID(),
      openedAt: now,
      dueAt: now,
      changedAt: now,
    },
  });
  return caseId;
}
const note = (subject: string, text: string) =>
  ({ businessId: tenant.businessId, form: 'case-note', subject, fields: { text } }) as const;

test('restores unsent text to its author alone', async () => {
  const { compliance, owner } = tenant.as;
  const caseId = await newCase();
  await saveDraft(compliance, note(caseId, 'Called the'));
  await saveDraft(compliance, note(caseId, 'Called the customer'));
  expect(await listDrafts(compliance, tenant.businessId, caseId)).toEqual({
    drafts: [
      {
        form: 'case-note',
        fields: { text: 'Called the customer' },
        savedAt: expect.any(Number),
        closedAt: null,
      },
    ],
  });
  expect(await listDrafts(owner, tenant.businessId, caseId)).toEqual({ drafts: [] });
  expect(await listDrafts(tenant.as.finance, tenant.businessId, caseId)).toEqual({ drafts: [] });
  await expect(saveDraft(tenant.as.finance, note(caseId, 'x'))).rejects.toMatchObject({ code: 'forbidden' });
  await expect(listDrafts(other.as.compliance, tenant.businessId, caseId)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('hides the draft of a person who may not work the case any more', async () => {
  const caseId = await newCase();
  const person = tenant.as.owner.actor;
  await saveDraft(tenant.as.owner, note(caseId, 'Mine'));
  const demoted = {
    ...tenant.as.owner,
    actor: { ...person, roles: new Map([[tenant.businessId, 'finance' as const]]) },
  };
  expect(await listDrafts(demoted, tenant.businessId, caseId)).toEqual({ drafts: [] });
});

test('deletes a draft that is empty, discarded or 30 days old, and writes no audit entry', async () => {
  const { compliance } = tenant.as;
  const caseId = await newCase();
  const count = () => database().formDraft.count({ where: { subject: caseId } });
  await saveDraft(compliance, note(caseId, 'Text'));
  await saveDraft(compliance, note(caseId, ' \n'));
  expect(await count()).toBe(0);
  await saveDraft(compliance, note(caseId, 'Text'));
  await discardDraft(compliance, { businessId: tenant.businessId, form: 'case-note', subject: caseId });
  expect(await count()).toBe(0);
  await saveDraft(compliance, note(caseId, 'Text'));
  await database().formDraft.updateMany({
    where: { subject: caseId },
    data: { savedAt: new Date(Date.now() - 31 * 86_400_000) },
  });
  expect(await listDrafts(compliance, tenant.businessId, caseId)).toEqual({ drafts: [] });
  expect(await deleteOldDrafts(instant(Date.now()))).toBeGreaterThan(0);
  expect(await count()).toBe(0);
  const entries = await database().auditEntry.findMany({ where: { objectId: caseId } });
  expect(entries).toEqual([]);
});

test('keeps the draft of a form that the case no longer offers as read-only', async () => {
  const { compliance } = tenant.as;
  const { businessId } = tenant;
  const caseId = await newCase();
  const decision = {
    businessId,
    form: 'case-decision',
    subject: caseId,
    fields: { kind: 'clear', reason: 'Known customer' },
  } as const;
  await saveDraft(compliance, decision);
  await database().reviewDecision.create({
    data: {
      businessId,
      caseId,
      kind: 'clear',
      reason: 'x',
      proposedById: randomUUID(),
      proposedAt: new Date(),
      state: 'proposed',
    },
  });
  await database().reviewCase.update({
    where: { businessId_caseId: { businessId, caseId } },
    data: { state: 'proposed', changedAt: new Date() },
  });
  const [draft] = (await listDrafts(compliance, businessId, caseId)).drafts;
  expect(draft).toMatchObject({ form: 'case-decision', closedAt: expect.any(Number) });
  await expect(saveDraft(compliance, decision)).rejects.toMatchObject({ code: 'conflict' });
});

test('keeps a draft about a case for 30 days after the case closed its form', async () => {
  const { compliance } = tenant.as;
  const caseId = await newCase();
  const request = {
    businessId: tenant.businessId,
    form: 'case-request',
    subject: caseId,
    fields: { question: 'Who paid?' },
  } as const;
  const move = (days: number) => new Date(Date.now() - days * 86_400_000);
  const { businessId } = tenant;
  const count = () => database().formDraft.count({ where: { subject: caseId } });
  await saveDraft(compliance, request);
  await database().formDraft.updateMany({ where: { subject: caseId }, data: { savedAt: move(31) } });
  await database().reviewDecision.create({
    data: {
      businessId,
      caseId,
      kind: 'clear',
      reason: 'x',
      proposedById: randomUUID(),
      proposedAt: new Date(),
      state: 'proposed',
    },
  });
  const where = { businessId_caseId: { businessId, caseId } };
  await database().reviewCase.update({ where, data: { state: 'proposed', changedAt: move(29) } });
  await deleteOldDrafts(instant(Date.now()));
  expect((await listDrafts(compliance, businessId, caseId)).drafts).toMatchObject([{ form: 'case-request' }]);
  await database().reviewCase.update({ where, data: { changedAt: move(31) } });
  expect((await listDrafts(compliance, businessId, caseId)).drafts).toEqual([]);
  expect(await count()).toBe(1);
  await deleteOldDrafts(instant(Date.now()));
  expect(await count()).toBe(0);
});

test('stores only the listed fields of the listed forms, none of them a secret', async () => {
  const key = { businessId: tenant.businessId, subject: randomUUID() };
  expect(saveDraftForm.safeParse({ ...key, form: 'case-note', fields: { password: 'x' } }).success).toBe(
    false,
  );
  expect(saveDraftForm.safeParse({ ...key, form: 'sign-in', fields: { text: 'x' } }).success).toBe(false);
  for (const { fields } of Object.values(draftForms))
    for (const field of fields) expect(field).not.toMatch(/password|code|token|key|secret/i);
  await expect(saveDraft(tenant.as.compliance, note(randomUUID(), 'x'))).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('stores at most 200 drafts of a person, and still changes those', async () => {
  const { owner, finance } = tenant.as;
  const { businessId } = tenant;
  const subjects = Array.from({ length: 200 }, () => randomUUID());
  const { personId } = owner.actor;
  const rest = { form: 'record-note', fields: { text: 'Text' }, savedAt: new Date() };
  await database().formDraft.deleteMany({ where: { businessId, personId } });
  await database().formDraft.createMany({
    data: subjects.map((subject) => ({ businessId, personId, subject, ...rest })),
  });
  const draft = (subject = randomUUID()) =>
    ({ businessId, form: 'record-note', subject, fields: { text: 'More' } }) as const;
  await expect(saveDraft(owner, draft())).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('200 drafts'),
  });
  await saveDraft(owner, draft(subjects[0]));
  await saveDraft(finance, draft());
  await saveDraft(owner, { ...draft(subjects[1]), fields: { text: '' } });
  await saveDraft(owner, draft());
});

test('keeps unsent settings and invitations for the roles that may send them', async () => {
  const { businessId } = other;
  const { owner, finance, viewer } = other.as;
  const invitation = { businessId, form: 'invitation', subject: 'new' } as const;
  const fields = { email: 'ana@example.test', role: 'finance', delivery: 'link' };
  await saveDraft(owner, { ...invitation, fields });
  expect(await listDrafts(owner, businessId, 'new')).toMatchObject({ drafts: [{ fields }] });
  await expect(saveDraft(finance, { ...invitation, fields })).rejects.toMatchObject({ code: 'forbidden' });
  const subject = randomUUID();
  for (const [form, ...refused] of [
    ['creation-limit', finance],
    ['exception-tolerance', finance],
    ['callback-decision', finance],
    ['exception-resolution', viewer],
    ['payment-template', viewer],
    ['customer-message', viewer],
    ['row-correction', viewer],
    ['column-choice', viewer],
    ['hold-lift', finance],
    ['callback-basis', finance],
    ['period-reopening', viewer],
    ['settlement-removal', viewer],
    ['import-removal', viewer],
    ['auditor-risk', finance],
    ['conflict-acknowledgement', viewer],
    ['refusal-acknowledgement', viewer],
    ['callback-rejection', finance],
    ['required-roles-answer', finance],
    ['deputy', finance],
    ['desk-settings-answer', finance],
    ['retention-time', finance],
    ['label-name', finance],
    ['record-label', viewer],
    ['template-name', viewer],
  ] as const) {
    const [field = ''] = draftForms[form].fields;
    const draft = { businessId, form, subject, fields: { [field]: 'Text' } };
    await saveDraft(owner, draft);
    for (const person of refused)
      await expect(saveDraft(person, draft)).rejects.toMatchObject({ code: 'forbidden' });
  }
  expect((await listDrafts(owner, businessId, subject)).drafts).toHaveLength(24);
  await discardDraft(owner, invitation);
  expect(await listDrafts(owner, businessId, 'new')).toEqual({ drafts: [] });
});

test('keeps copied rows that are longer than the texts of other forms', async () => {
  const { businessId } = tenant;
  const { finance } = tenant.as;
  const parse = (rows: string) =>
    saveDraftForm.safeParse({ businessId, form: 'pasted-rows', subject: 'rows', fields: { rows } });
  // Tabs, quotation marks and letters outside ASCII take more bytes than characters.
  const rows = 'INV-1\t49.90\tEUR\t"é"\n'.repeat(18_000);
  const { data } = parse(rows);
  if (data === undefined) throw new Error('the rows were refused');
  await saveDraft(finance, data);
  const { drafts } = await listDrafts(finance, businessId, 'rows');
  expect(drafts.map(({ fields }) => fields['rows'] === rows)).toEqual([true]);
  expect(parse(`${'x'.repeat(400_000)}.`).success).toBe(false);
  expect(parse('\u20ac'.repeat(200_000)).success).toBe(false);
});
