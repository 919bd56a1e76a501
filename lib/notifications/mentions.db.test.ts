import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { editNote } from '#lib/annotations/edit-note.ts';
import { writeNote } from '#lib/annotations/write-note.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant, TenantRole } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { listMentionable } from '#lib/people/index.ts';
import { addCounterpartyNote } from '#lib/reviews/counterparties/add-counterparty-note.ts';
import { readNotedCounterparty } from '#lib/reviews/index.ts';
import { createNotifications, listNotifications } from './index.ts';
import { findRecordPath } from './model.ts';

let tenant: Tenant;
const run = () => createNotifications(systemContext(), new AbortController().signal);

beforeEach(async () => {
  tenant = await createTenant();
  // The first run starts the cursors of a business.
  await run();
});
afterAll(closeDatabase);

const readMentions = async (role: TenantRole) => {
  const { rows } = await listNotifications(tenant.as[role], tenant.businessId, null);
  return rows.map(({ kind, recordId, transition, label }) => ({ kind, recordId, transition, label }));
};

test('notifies a mentioned colleague once, and not again when other words of the note change', async () => {
  const { businessId } = tenant;
  const { finance, viewer } = tenant.as;
  const paymentId = await insertPayment(businessId, { clientPaymentId: 'order-1' });
  const name = `Viewer ${randomUUID()}`;
  await database().person.update({ where: { id: viewer.actor.personId }, data: { name } });
  const about = { businessId, kind: 'payment', recordId: paymentId } as const;
  const { noteId } = await writeNote(finance, { ...about, text: `@${name} please check` });
  await editNote(finance, { businessId, noteId, version: 1, text: `@${name} please check again` });
  await run();
  expect(await readMentions('viewer')).toEqual([
    { kind: 'mention', recordId: paymentId, transition: 'payment', label: 'order-1' },
  ]);
  expect(await readMentions('finance')).toEqual([]);
  expect(await readMentions('owner')).toEqual([]);
});

test('notifies only people who work on cases of a mention in a case', async () => {
  const { compliance, finance, owner } = tenant.as;
  const caseId = randomUUID();
  await inTransaction((transaction) =>
    writeAudit(transaction, owner, {
      businessId: tenant.businessId,
      action: 'review-case.note',
      objectType: 'review-case',
      objectId: caseId,
      after: { mentions: [compliance.actor.personId, finance.actor.personId] },
    }),
  );
  await run();
  expect(await readMentions('compliance')).toMatchObject([{ kind: 'case-mention', recordId: caseId }]);
  expect(await readMentions('finance')).toEqual([]);
});

test('notifies of a mention in a note about an entity, without its name, only people who may read the note', async () => {
  const { businessId } = tenant;
  const { compliance, finance, owner } = tenant.as;
  const named = (role: 'compliance' | 'finance') => `${role} ${tenant.as[role].actor.personId}`;
  for (const role of ['compliance', 'finance'] as const)
    await database().person.update({
      where: { id: tenant.as[role].actor.personId },
      data: { name: named(role) },
    });
  const counterparty = { kind: 'entity', name: 'Dark Mixer' } as const;
  const text = `@${named('compliance')} and @${named('finance')}, please look`;
  const { noteId } = await addCounterpartyNote(owner, { businessId, counterparty, text });
  await run();
  const [mention] = await readMentions('compliance');
  expect(mention).toMatchObject({ kind: 'case-mention', recordId: noteId, label: '' });
  expect(findRecordPath('case-mention', noteId, mention?.transition ?? '')).toBe(
    `reviews/counterparty?note=${noteId}`,
  );
  expect(await readMentions('finance')).toEqual([]);
  expect(await readNotedCounterparty(compliance, businessId, noteId)).toEqual(counterparty);
  await expect(readNotedCounterparty(finance, businessId, noteId)).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('offers colleagues who may read the note', async () => {
  const { compliance, finance, owner, viewer } = tenant.as;
  const { businessId } = tenant;
  const offered = (await listMentionable(finance, businessId, false)).map(({ personId }) => personId);
  expect(offered).toHaveLength(4);
  expect(offered).not.toContain(finance.actor.personId);
  expect(await listMentionable(compliance, businessId, true)).toMatchObject([
    { personId: owner.actor.personId },
  ]);
  await expect(listMentionable(finance, businessId, true)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(listMentionable(viewer, businessId, false)).rejects.toMatchObject({ code: 'forbidden' });
});
