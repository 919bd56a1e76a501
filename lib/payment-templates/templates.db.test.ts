import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertIntent } from '#lib/database/testing/rows.ts';
import { makeSessionStale } from '#lib/database/testing/stale-session.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { changeTemplate } from './change-template.ts';
import { deleteTemplate } from './delete-template.ts';
import { listTemplates } from './index.ts';
import { reserveClientId } from './reserve-client-id.ts';
import { saveTemplate } from './save-template.ts';
import { changeTemplateForm, saveTemplateForm } from './schema.ts';
import { advanceSequence, lockSequence } from './store.ts';

let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
});

const fields = {
  priceIn: 'fiat',
  amount: '49.90',
  displayCurrency: 'EUR',
  depositCurrency: '',
  network: '',
  type: 'ONE_TIME',
  rateType: 'FIXED',
  expires: '60',
  expiresMinutes: '',
  locale: 'de',
  redirectUrl: '',
  redirectMode: 'PARENT',
} as const;
const input = (more: Record<string, unknown> = {}) =>
  saveTemplateForm.parse({
    businessId: tenant.businessId,
    name: `Invoice ${randomUUID()}`,
    shared: false,
    fields,
    clientIdPattern: '',
    ...more,
  });
const namesFor = async (context = tenant.as.finance) =>
  (await listTemplates(context, tenant.businessId)).templates.map(({ name }) => name);
const change = { name: null, shared: null, fields: null, clientIdPattern: null };
const readAudit = async (templateId: string) =>
  (
    await database().auditEntry.findMany({
      where: { chainId: tenant.businessId, objectId: templateId },
      orderBy: { sequence: 'asc' },
    })
  ).map(({ action }) => action);

test('keeps an own template private until it is shared, and audits each change', async () => {
  const { finance, owner, viewer } = tenant.as;
  const saved = await saveTemplate(finance, input({ name: 'Consulting' }));
  const { templateId } = saved;
  expect(saved.templates.find((one) => one.templateId === templateId)).toMatchObject({
    name: 'Consulting',
    shared: false,
    isMine: true,
    fields,
    problems: [],
    nextClientId: null,
  });
  expect(await namesFor(owner)).not.toContain('Consulting');
  const key = { businessId: tenant.businessId, templateId };
  await expect(changeTemplate(owner, { ...key, ...change, name: 'Mine' })).rejects.toMatchObject({
    code: 'conflict',
  });
  await changeTemplate(finance, { ...key, ...change, shared: true });
  expect(await namesFor(owner)).toContain('Consulting');
  await changeTemplate(owner, { ...key, ...change, name: 'Advice' });
  expect(await namesFor()).toContain('Advice');
  await deleteTemplate(owner, key);
  expect(await namesFor()).not.toContain('Advice');
  expect(await readAudit(templateId)).toEqual([
    'payment-template.save',
    'payment-template.change',
    'payment-template.change',
    'payment-template.delete',
  ]);
  await expect(saveTemplate(viewer, input())).rejects.toMatchObject({ code: 'forbidden' });
  await expect(listTemplates(viewer, tenant.businessId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(saveTemplate(other.as.owner, input())).rejects.toMatchObject({ code: 'not-found' });
});

test('replaces values and pattern of a template, and audits what they were', async () => {
  const { businessId, as } = tenant;
  const { templateId } = await saveTemplate(
    as.finance,
    input({ name: 'Retainer', shared: true, clientIdPattern: 'OLD-{seq}' }),
  );
  const changed = { ...fields, amount: '', displayCurrency: 'USD', expires: '1440' } as const;
  const key = { businessId, templateId };
  const view = await changeTemplate(as.owner, { ...key, ...change, fields: changed });
  const find = ({ templates }: typeof view) => templates.find((one) => one.templateId === templateId);
  expect(find(view)).toMatchObject({ name: 'Retainer', fields: changed, clientIdPattern: 'OLD-{seq}' });
  const plain = changeTemplateForm.parse({ ...key, name: null, shared: null, clientIdPattern: '' });
  expect(find(await changeTemplate(as.finance, plain))).toMatchObject({
    fields: changed,
    clientIdPattern: null,
    nextClientId: null,
  });
  const [entry] = await database().auditEntry.findMany({
    where: { chainId: businessId, objectId: templateId, action: 'payment-template.change' },
    orderBy: { sequence: 'asc' },
  });
  expect(entry).toMatchObject({ before: { fields }, after: { fields: changed } });
  await expect(changeTemplate(other.as.owner, { ...key, ...change, fields: changed })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('refuses a second template with the same name, and a pattern without a number', async () => {
  await saveTemplate(tenant.as.finance, input({ name: 'Monthly' }));
  await expect(saveTemplate(tenant.as.finance, input({ name: 'monthly' }))).rejects.toMatchObject({
    fieldErrors: { name: [expect.any(String)] },
  });
  expect(saveTemplateForm.safeParse({ ...input(), clientIdPattern: 'INV-{year}' }).success).toBe(false);
});

test('names the values that no longer fit the business', async () => {
  const { templates } = await saveTemplate(
    tenant.as.finance,
    input({ name: 'Old', fields: { ...fields, priceIn: 'crypto', depositCurrency: 'BTC', network: 'ETH' } }),
  );
  // Without a reported record every network of the interface is offered.
  expect(templates.find(({ name }) => name === 'Old')?.problems).toEqual([]);
  await database().paymentTemplate.updateMany({
    where: { businessId: tenant.businessId, name: 'Old' },
    data: { fields: { ...fields, type: 'WEEKLY', redirectUrl: 'ftp://files.example' } },
  });
  const read = await listTemplates(tenant.as.finance, tenant.businessId);
  expect(read.templates.find(({ name }) => name === 'Old')?.problems.map(({ field }) => field)).toEqual([
    'type',
    'redirectUrl',
  ]);
});

test('gives out each number once, to people who reserve at the same time', async () => {
  const pattern = `R-${randomUUID()}-{seq:4}`;
  const start = pattern.replace('{seq:4}', '');
  const saved = await saveTemplate(
    tenant.as.finance,
    input({ name: 'Numbered', shared: true, clientIdPattern: pattern }),
  );
  const key = { businessId: tenant.businessId, templateId: saved.templateId };
  expect(saved.templates.find(({ name }) => name === 'Numbered')?.nextClientId).toBe(`${start}0001`);
  // A person typed the third ID already.
  await insertIntent(tenant, `${start}0003`, { state: 'CREATED' });
  const colleague = await createPerson(new Map([[tenant.businessId, 'finance' as const]]));
  const people = [tenant.as.finance, tenant.as.owner, colleague];
  const reserved: { readonly clientPaymentId: string }[] = [];
  // Four at a time, so that a busy machine still has a connection for each within a second.
  for (let round = 0; round < 3; round += 1)
    reserved.push(
      ...(await Promise.all([...people, colleague].map((person) => reserveClientId(person, key)))),
    );
  const ids = reserved.map(({ clientPaymentId }) => clientPaymentId).toSorted();
  expect(ids).toEqual(
    [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((number) => `${start}${String(number).padStart(4, '0')}`),
  );
  await expect(reserveClientId(tenant.as.viewer, key)).rejects.toMatchObject({ code: 'forbidden' });

  // Another template with the pattern continues its numbers after the first was deleted.
  await deleteTemplate(tenant.as.finance, key);
  const again = await saveTemplate(tenant.as.finance, input({ clientIdPattern: pattern }));
  const next = await reserveClientId(tenant.as.finance, { ...key, templateId: again.templateId });
  expect(next.clientPaymentId).toBe(`${start}0014`);
});

test('finds the next number after many that another system has used', async () => {
  const { businessId, as } = tenant;
  const start = `S-${randomUUID()}-`;
  const { templateId } = await saveTemplate(as.finance, input({ clientIdPattern: `${start}{seq:5}` }));
  const now = new Date();
  await database().paymentIntent.createMany({
    data: Array.from({ length: 1_200 }, (_, at) => ({
      businessId,
      clientPaymentId: `${start}${String(at + 1).padStart(5, '0')}`,
      requestBody: '{}',
      state: 'REJECTED',
      createdById: as.finance.actor.personId,
      createdAt: now,
      changedAt: now,
    })),
  });
  const reserved = await reserveClientId(as.finance, { businessId, templateId });
  expect(reserved.clientPaymentId).toBe(`${start}01201`);
});

test('never lowers a sequence', async () => {
  const { businessId } = tenant;
  const pattern = `guard-${randomUUID()}`;
  const advance = (next: bigint) =>
    inTransaction((transaction) => advanceSequence(transaction, businessId, pattern, next));
  expect(await inTransaction((transaction) => lockSequence(transaction, businessId, pattern))).toBe(1n);
  await advance(5n);
  await expect(advance(4n)).rejects.toThrow('only grows');
  await expect(advance(5n)).rejects.toThrow('only grows');
  expect(await inTransaction((transaction) => lockSequence(transaction, businessId, pattern))).toBe(5n);
});

test('taking a shared template away from others needs a recent authentication', async () => {
  const owner = await createPerson(new Map([[tenant.businessId, 'owner']]));
  const stale = { code: 'reauthentication-required' };
  const own = await saveTemplate(owner, input());
  const shared = await saveTemplate(owner, input({ shared: true }));
  await makeSessionStale(owner);
  const key = { businessId: tenant.businessId, templateId: shared.templateId };
  await expect(deleteTemplate(owner, key)).rejects.toMatchObject(stale);
  await expect(changeTemplate(owner, { ...key, ...change, shared: false })).rejects.toMatchObject(stale);
  await changeTemplate(owner, { ...key, ...change, name: `Renamed ${randomUUID()}` });
  await deleteTemplate(owner, { ...key, templateId: own.templateId });
});
