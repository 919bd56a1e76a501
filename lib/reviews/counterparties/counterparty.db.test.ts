import { beforeAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { searchRecords } from '#lib/search/index.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { saveDepositRisk } from '../testing/risk-rows.ts';
import { addCounterpartyNote } from './add-counterparty-note.ts';
import type { Counterparty } from './model.ts';
import { readCounterparty } from './queries/counterparty.ts';
import { listCaseCounterpartyNotes } from './queries/notes.ts';
import { listCaseWatches, listWatches } from './watch/queries.ts';
import { unwatchCounterparty } from './watch/unwatch-counterparty.ts';
import { watchCounterparty } from './watch/watch-counterparty.ts';

const sender = 'rSenderOfMostDeposits1234';
const address = (tag: string | null = null): Counterparty => ({ kind: 'address', address: sender, tag });
const mixer: Counterparty = { kind: 'entity', name: 'dark MIXER' };

let desk: CaseFixture;
let heldId: string;
beforeAll(async () => {
  desk = await createCaseFixture();
  const { businessId } = desk;
  const from = { fromAddress: sender, fromAddressKey: sender, recordSeen: true, depositCurrency: 'XRP' };
  const held = await desk.flagged({ ...from, depositAmount: '1.5' });
  heldId = held.depositId;
  const paymentId = await insertPayment(businessId);
  for (const depositAmount of ['2', '0.000000000000000001'])
    await insertDeposit(businessId, paymentId, { ...from, status: 'CONFIRMED', depositAmount });
  await insertDeposit(businessId, paymentId, {
    ...from,
    status: 'CONFIRMED',
    depositAmount: null,
    refundFirstSeenAt: new Date(),
    refundStatus: 'PENDING',
    refundAmount: '0.5',
    refundDepositCurrency: 'XRP',
  });
  const to = { toAddress: sender, toAddressKey: sender, withdrawCurrency: 'XRP', status: 'COMPLETED' };
  for (const toTag of ['7', '7', '8', null])
    await insertWithdrawal(businessId, { ...to, toTag, actualWithdrawAmount: '10' });
  const assessment = { sourceRiskEntities: [{ name: 'Dark Mixer', category: 'MIXER' }, { name: 5 }, 'x'] };
  await saveDepositRisk({ businessId, depositId: heldId, assessment });
});

const read = (counterparty: Counterparty, who = desk.as.compliance) =>
  readCounterparty(who, desk.businessId, counterparty);

test('totals the records of an address by status and currency, without those of its tags', async () => {
  const view = await read(address());
  expect(view.totals).toMatchObject([
    { kind: 'deposit', status: 'CONFIRMED', count: 3, amount: '2.000000000000000001', unreported: 1 },
    { kind: 'deposit', status: 'COMPLIANCE_REVIEW', currency: 'XRP', count: 1, amount: '1.5' },
    { kind: 'refund', status: 'PENDING', count: 1, amount: '0.5' },
    { kind: 'withdrawal', status: 'COMPLETED', count: 1, amount: '10' },
  ]);
  expect(view.records).toHaveLength(6);
  expect(view.cases).toHaveLength(1);
  expect(view.tags).toEqual(['7', '8']);
  expect(view.firstSeen).not.toBeNull();
  expect(view.isBounded).toBe(false);
  const tagged = await read(address('7'));
  expect(tagged.totals).toMatchObject([{ kind: 'withdrawal', count: 2, amount: '20' }]);
  expect((await read(address('9'))).records).toEqual([]);
});

test('finds the records of a risk entity by its name, also after the assessment changes', async () => {
  const { records, cases } = await read(mixer);
  expect(records).toMatchObject([{ kind: 'deposit', id: heldId }]);
  expect(cases).toHaveLength(1);
  const { depositId } = await desk.flagged();
  const assess = (assessment: object) =>
    saveDepositRisk({ businessId: desk.businessId, depositId, assessment });
  await assess({ sourceRiskEntities: [], addressOwner: { name: 'Dark Mixer' } });
  expect((await read(mixer)).records).toHaveLength(2);
  await assess({ sourceRiskEntities: [] });
  expect((await read(mixer)).records).toHaveLength(1);
});

test('keeps audited notes about an address with its tag, which never change', async () => {
  const { businessId, second } = desk;
  const note = { businessId, counterparty: address('7'), text: 'Belongs to an exchange.' };
  await expect(addCounterpartyNote(desk.as.finance, note)).rejects.toMatchObject({ code: 'forbidden' });
  const { noteId } = await addCounterpartyNote(second, note);
  await addCounterpartyNote(second, { ...note, counterparty: { kind: 'entity', name: ' Dark mixer' } });
  expect((await read(address('7'))).notes).toMatchObject([
    { noteId, text: 'Belongs to an exchange.', person: { personId: second.actor.personId } },
  ]);
  expect((await read(mixer)).notes).toHaveLength(1);
  expect((await read(address())).notes).toEqual([]);
  const subjects = [{ subjectKind: 'deposit', subjectId: heldId }] as const;
  expect(await listCaseCounterpartyNotes(second, businessId, subjects)).toMatchObject([
    { counterparty: { kind: 'entity', name: ' Dark mixer' } },
  ]);
  await expect(listCaseCounterpartyNotes(desk.as.finance, businessId, subjects)).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(
    databasePool().query(`UPDATE review_note SET text = 'x' WHERE note_id = $1`, [noteId]),
  ).rejects.toThrow();
  expect(
    await database().auditEntry.count({ where: { chainId: businessId, action: 'review-counterparty.note' } }),
  ).toBe(2);
});

test('shows addresses, entities and the watch list to people of the desk only', async () => {
  for (const who of [desk.as.finance, desk.as.viewer]) {
    await expect(read(mixer, who)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(listWatches(who, desk.businessId)).rejects.toMatchObject({ code: 'forbidden' });
    const found = await searchRecords(who, desk.businessId, sender);
    expect(found.counterparties).toBeUndefined();
  }
  const search = async (text: string) =>
    (await searchRecords(desk.as.compliance, desk.businessId, text)).counterparties;
  expect(await search('dark m')).toEqual([
    { counterparty: { kind: 'entity', name: 'Dark Mixer' }, isWatched: false },
  ]);
  expect(await search(`${sender}?dt=7`)).toEqual([{ counterparty: address('7'), isWatched: false }]);
  expect(await search(`${sender}?dt=9`)).toEqual([]);
});

test('lists the active entries that concern the records of a case', async () => {
  const { businessId, second } = desk;
  const watch = (counterparty: Counterparty, days: 30 | null) =>
    watchCounterparty(second, { businessId, counterparty, reason: 'Watched', days, version: null });
  await watch({ kind: 'entity', name: ' DARK mixer' }, 30);
  await watch(address('8'), null);
  const subjects = [{ subjectKind: 'deposit', subjectId: heldId }] as const;
  const names = async () =>
    (await listCaseWatches(second, businessId, subjects)).map(({ counterparty }) => counterparty);
  expect(await names()).toEqual([{ kind: 'entity', name: ' DARK mixer' }]);
  await watch(address(), null);
  expect(await names()).toHaveLength(2);
  await databasePool().query(
    `UPDATE review_watch SET expires_at = now() - interval '1 second' WHERE business_id = $1`,
    [businessId],
  );
  expect(await names()).toEqual([]);
  await databasePool().query(`UPDATE review_watch SET removed_at = now() WHERE business_id = $1`, [
    businessId,
  ]);
  await expect(listCaseWatches(desk.as.finance, businessId, subjects)).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('keeps one audited entry with reason and expiry for each address and tag', async () => {
  const { businessId, second } = desk;
  const entry = {
    businessId,
    counterparty: address('7'),
    reason: 'Pays for others',
    days: 30,
    version: null,
  } as const;
  await expect(watchCounterparty(desk.as.finance, entry)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await watchCounterparty(desk.as.compliance, entry)).toEqual({ isNew: true });
  await expect(watchCounterparty(second, entry)).rejects.toMatchObject({ code: 'conflict' });
  expect((await read(address())).watch).toBeNull();
  const { watch } = await read(address('7'));
  expect(watch).toMatchObject({ reason: 'Pays for others', isExpired: false, version: 1 });
  expect(await watchCounterparty(second, { ...entry, days: null, version: 1 })).toEqual({ isNew: false });
  const { entries } = await listWatches(second, businessId);
  expect(entries).toMatchObject([{ counterparty: address('7'), expiresAt: null, version: 2 }]);
  const watchId = entries[0]?.watchId ?? '';
  await expect(unwatchCounterparty(second, { businessId, watchId, version: 1 })).rejects.toMatchObject({
    code: 'conflict',
  });
  await unwatchCounterparty(second, { businessId, watchId, version: 2 });
  expect((await listWatches(second, businessId)).entries).toEqual([]);
  expect(await watchCounterparty(second, entry)).toEqual({ isNew: true });
  const audited = await database().auditEntry.findMany({
    where: { chainId: businessId, objectId: watchId },
    orderBy: { sequence: 'asc' },
  });
  expect(audited.map(({ action }) => action)).toEqual([
    'review-watch.add',
    'review-watch.change',
    'review-watch.remove',
  ]);
});
