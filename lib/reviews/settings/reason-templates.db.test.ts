import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { makeSessionStale } from '#lib/database/testing/stale-session.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { removeReasonTemplate, saveReasonTemplate } from './change-reason-template.ts';
import { readReasonTemplates } from './store/reason-templates.ts';

test('keeps every version of a template, audits each change, and lists only the current ones', async () => {
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
  await expect(
    database().reviewReasonTemplate.updateMany({ where: { businessId }, data: { text: 'x' } }),
  ).rejects.toThrow('only grows and refuses UPDATE');
  await removeReasonTemplate(as.owner, { businessId, templateId, version: 2 });
  expect(await readReasonTemplates(businessId)).toEqual([]);
  expect(await database().reviewReasonTemplate.count({ where: { businessId } })).toBe(3);
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
  await expect(removeReasonTemplate(as.owner, { businessId, templateId, version: 1 })).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
});
