import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { listDeposits } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { countPayments, listPayments, readPaymentTotals } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { listWithdrawals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { addLabel } from './add-label.ts';
import { changeLabel } from './change-label.ts';
import { editNote } from './edit-note.ts';
import { maximumRecordLabels } from './model.ts';
import { listLabels, listLabelUses, readRecordAnnotations } from './queries.ts';
import { removeLabel } from './remove-label.ts';
import { addLabelForm, writeNoteForm } from './schema.ts';
import { writeNote } from './write-note.ts';

let tenant: Tenant;
let other: Tenant;
let businessId: string;
let payment: string;
beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
  businessId = tenant.businessId;
  payment = await insertPayment(tenant.businessId);
});

const refusal = async (doing: Promise<unknown>): Promise<string> => {
  const thrown = await doing.catch((error: unknown) => error);
  if (!(thrown instanceof Problem)) throw new Error('it was not refused');
  return thrown.code;
};
const about = (recordId: string, kind: 'payment' | 'deposit' | 'withdrawal' = 'payment') => ({
  businessId,
  kind,
  recordId,
});
const write = (text: string, recordId = payment, by = tenant.as.finance) =>
  writeNote(by, { ...about(recordId), text });
const label = (name: string, recordId = payment, by = tenant.as.finance) =>
  addLabel(by, { ...about(recordId), name });
const seen = (recordId = payment, by: Context<PersonActor> = tenant.as.viewer) =>
  readRecordAnnotations(by, businessId, 'payment', recordId);
const audited = (action: string, objectId: string) =>
  database().auditEntry.findMany({
    where: { chainId: businessId, action, objectId },
    orderBy: { sequence: 'asc' },
  });

describe('a note', () => {
  test.each(['finance', 'compliance', 'owner'] as const)(
    'is written by %s and read by a viewer',
    async (role) => {
      const recordId = await insertPayment(tenant.businessId);
      const text = '<b>שלום</b> \u202emoc.live & "x"\nsecond line';
      const { noteId } = await write(text, recordId, tenant.as[role]);
      const { notes } = await seen(recordId);
      expect(notes).toMatchObject([{ noteId, text, author: role, isMine: false, version: 1, earlier: [] }]);
      expect((await seen(recordId, tenant.as[role])).notes[0]?.isMine).toBe(true);
      expect(await audited('note.write', recordId)).toMatchObject([
        { actorId: tenant.as[role].actor.personId, objectType: 'payment', after: { noteId, text } },
      ]);
    },
  );

  test('is edited by its author and keeps its earlier texts', async () => {
    const recordId = await insertPayment(tenant.businessId);
    const { noteId } = await write('first', recordId);
    const edit = (text: string, version: number, by = tenant.as.finance) =>
      editNote(by, { businessId, noteId, version, text });
    expect(await edit('second', 1)).toEqual({ version: 2 });
    expect(await edit('second', 2)).toEqual({ version: 2 });
    expect(await edit('third', 2)).toEqual({ version: 3 });
    expect((await seen(recordId)).notes).toMatchObject([
      { text: 'third', version: 3, earlier: [{ text: 'second' }, { text: 'first' }] },
    ]);
    expect(await audited('note.edit', recordId)).toMatchObject([
      { before: { text: 'first' }, after: { text: 'second' } },
      { before: { text: 'second' }, after: { text: 'third' } },
    ]);
    expect(await refusal(edit('late', 1))).toBe('conflict');
    expect(await refusal(edit('not mine', 3, tenant.as.owner))).toBe('conflict');
    expect(await refusal(edit('not mine', 3, tenant.as.viewer))).toBe('forbidden');
    expect(await refusal(editNote(other.as.owner, { businessId, noteId, version: 3, text: 'x' }))).toBe(
      'not-found',
    );
    const theirs = { businessId: other.businessId, noteId, version: 3, text: 'x' };
    expect(await refusal(editNote(other.as.owner, theirs))).toBe('not-found');
    expect(await refusal(editNote(tenant.as.finance, { ...theirs, businessId, noteId: 'no id' }))).toBe(
      'not-found',
    );
  });

  test('is stored for deposits and withdrawals too', async () => {
    const depositId = await insertDeposit(tenant.businessId, payment);
    const withdrawalId = await insertWithdrawal(tenant.businessId);
    await writeNote(tenant.as.finance, { ...about(depositId, 'deposit'), text: 'of the deposit' });
    await writeNote(tenant.as.finance, { ...about(withdrawalId, 'withdrawal'), text: 'of the withdrawal' });
    const of = (kind: 'deposit' | 'withdrawal', id: string) =>
      readRecordAnnotations(tenant.as.viewer, businessId, kind, id);
    expect((await of('deposit', depositId)).notes).toMatchObject([{ text: 'of the deposit' }]);
    expect((await of('withdrawal', withdrawalId)).notes).toMatchObject([{ text: 'of the withdrawal' }]);
    expect((await of('withdrawal', depositId)).notes).toEqual([]);
    const wrongKind = writeNote(tenant.as.finance, { ...about(depositId, 'withdrawal'), text: 'x' });
    expect(await refusal(wrongKind)).toBe('not-found');
  });

  test('is refused for a viewer, another business and a missing record', async () => {
    expect(await refusal(write('x', payment, tenant.as.viewer))).toBe('forbidden');
    expect(await refusal(write('x', payment, other.as.owner))).toBe('not-found');
    expect(await refusal(write('x', await insertPayment(other.businessId)))).toBe('not-found');
    expect(await refusal(write('x', randomUUID()))).toBe('not-found');
    expect(await refusal(write('x', "' OR 1=1"))).toBe('not-found');
    expect(await refusal(seen(payment, other.as.owner))).toBe('not-found');
  });

  test('is refused when it is empty or too long', () => {
    const accepts = (text: string) => writeNoteForm.safeParse({ ...about(payment), text }).success;
    expect([accepts('x'), accepts(' \n '), accepts('x'.repeat(4_000)), accepts('x'.repeat(4_001))]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('keeps its text after its author left', async () => {
    const recordId = await insertPayment(tenant.businessId);
    const formerMember = await createPerson(new Map([[tenant.businessId, 'finance']]));
    await write('still here', recordId, formerMember);
    await database().person.update({
      where: { id: formerMember.actor.personId },
      data: { disabledAt: new Date() },
    });
    expect((await seen(recordId)).notes).toMatchObject([{ text: 'still here', author: 'finance' }]);
  });
});

describe('a label', () => {
  test('is created when first used, matched without case, and audited', async () => {
    const [one, two] = [await insertPayment(tenant.businessId), await insertPayment(tenant.businessId)];
    const { labelId } = await label('VIP  client'.replace('  ', ' '), one);
    expect(await label('vip CLIENT', two)).toEqual({ labelId });
    expect(await label('VIP client', one)).toEqual({ labelId });
    expect((await seen(one)).labels).toEqual([{ labelId, name: 'VIP client', retired: false }]);
    expect(await audited('label.add', one)).toMatchObject([
      { after: { labelId, name: 'VIP client', isNew: true } },
    ]);
    expect(await audited('label.add', two)).toMatchObject([{ after: { isNew: false } }]);
    expect(await removeLabel(tenant.as.compliance, { ...about(one), labelId })).toEqual({ removed: true });
    expect(await removeLabel(tenant.as.compliance, { ...about(one), labelId })).toEqual({ removed: false });
    expect((await seen(one)).labels).toEqual([]);
    expect(await audited('label.remove', one)).toMatchObject([{ before: { labelId, name: 'VIP client' } }]);
    const uses = await listLabelUses(tenant.as.viewer, businessId);
    expect(uses.find((use) => use.labelId === labelId)).toMatchObject({ records: 1, more: false });
  });

  test('is created once by two concurrent requests', async () => {
    const records = [await insertPayment(tenant.businessId), await insertPayment(tenant.businessId)];
    const made = await Promise.all(records.map((record) => label('at once', record)));
    expect(new Set(made.map(({ labelId }) => labelId)).size).toBe(1);
  });

  test('filters every list, its count and its totals', async () => {
    const own = await createTenant();
    const ask = (text: string) => {
      const parameters = new URLSearchParams(text);
      return parseListQuery(paymentList, (name) => parameters.get(name)).query;
    };
    const payments = [];
    for (const amount of ['10', '20.000000000000000001', '40'])
      payments.push(
        await insertPayment(own.businessId, {
          displayCurrency: 'EUR',
          expectedDisplayAmount: amount,
          status: 'NEW',
        }),
      );
    const [first = '', second = ''] = payments;
    const put = (recordId: string, name: string, kind: 'payment' | 'deposit' | 'withdrawal' = 'payment') =>
      addLabel(own.as.owner, { businessId: own.businessId, kind, recordId, name });
    const { labelId: a } = await put(first, 'a');
    await put(second, 'a');
    const { labelId: b } = await put(second, 'b');
    const found = async (text: string) =>
      (await listPayments(own.as.viewer, own.businessId, ask(text))).rows.map((row) => row.paymentId).sort();
    expect(await found(`label=${a}`)).toEqual([first, second].sort());
    expect(await found(`label=${b}`)).toEqual([second]);
    expect(await found(`label=${a},${b}`)).toEqual([first, second].sort());
    expect(await found(`label=${a}&status=EXPIRED`)).toEqual([]);
    expect(await found('label=nonsense')).toEqual([]);
    expect(await found(`label=${randomUUID()}`)).toEqual([]);
    expect(await countPayments(own.as.viewer, own.businessId, ask(`label=${a}`))).toEqual({
      count: 2,
      more: false,
    });
    const totals = await readPaymentTotals(own.as.viewer, own.businessId, ask(`label=${a}`));
    expect(totals).toMatchObject({ kind: 'exact', rows: 2 });
    if (totals.kind === 'exact') expect(totals.fields[0]?.sums[0]?.total).toBe('30.000000000000000001');
    const rows = (await listPayments(own.as.viewer, own.businessId, ask(`label=${b}`))).rows;
    expect(rows[0]?.labels).toEqual(['a', 'b']);

    const deposit = await insertDeposit(own.businessId, first);
    await insertDeposit(own.businessId, first);
    const withdrawal = await insertWithdrawal(own.businessId);
    await insertWithdrawal(own.businessId);
    await put(deposit, 'a', 'deposit');
    await put(withdrawal, 'a', 'withdrawal');
    const readParameter = (name: string) => (name === 'label' ? a : null);
    const deposits = await listDeposits(
      own.as.viewer,
      own.businessId,
      parseListQuery(depositList, readParameter).query,
    );
    expect(deposits.rows.map((row) => [row.depositId, row.labels])).toEqual([[deposit, ['a']]]);
    const withdrawals = await listWithdrawals(
      own.as.viewer,
      own.businessId,
      parseListQuery(withdrawalList, readParameter).query,
    );
    expect(withdrawals.rows.map((row) => [row.withdrawalId, row.labels])).toEqual([[withdrawal, ['a']]]);
  });

  test('finds nothing when it belongs to another business', async () => {
    const { labelId } = await label('ours alone');
    const parameter = (name: string) => (name === 'label' ? labelId : null);
    const { query } = parseListQuery(paymentList, parameter);
    expect((await listPayments(other.as.owner, other.businessId, query)).rows).toEqual([]);
    expect(await listLabels(other.as.owner, other.businessId)).toEqual([]);
    const at = { businessId: other.businessId, labelId, name: 'taken', retired: null };
    expect(await refusal(changeLabel(other.as.owner, at))).toBe('not-found');
    expect(await refusal(listLabels(other.as.owner, businessId))).toBe('not-found');
  });

  test('is renamed, retired and restored only by an owner', async () => {
    const record = await insertPayment(tenant.businessId);
    const { labelId } = await label('Chargeback?', record);
    await label('Other', record);
    const change = (name: string | null, retired: boolean | null, by = tenant.as.owner) =>
      changeLabel(by, { businessId, labelId, name, retired });
    for (const role of ['viewer', 'finance', 'compliance'] as const)
      expect(await refusal(change('Mine', null, tenant.as[role]))).toBe('forbidden');
    await change('Disputed', null);
    expect((await seen(record)).labels.map(({ name }) => name)).toEqual(['Disputed', 'Other']);
    expect(await refusal(change('OTHER', null))).toBe('invalid');
    await change(null, true);
    expect((await seen(record)).labels[0]).toEqual({ labelId, name: 'Disputed', retired: true });
    const another = await insertPayment(tenant.businessId);
    expect(await refusal(label('disputed', another))).toBe('invalid');
    await change(null, false);
    expect(await label('disputed', another)).toEqual({ labelId });
    expect(await audited('label.change', labelId)).toMatchObject([
      { before: { name: 'Chargeback?' }, after: { name: 'Disputed', retired: false } },
      { after: { retired: true } },
      { before: { retired: true }, after: { retired: false } },
    ]);
  });

  test('is refused for a viewer, another business, a missing record and beyond the limit', async () => {
    expect(await refusal(label('x', payment, tenant.as.viewer))).toBe('forbidden');
    expect(await refusal(label('x', payment, other.as.owner))).toBe('not-found');
    expect(await refusal(label('x', await insertPayment(other.businessId)))).toBe('not-found');
    const taking = removeLabel(tenant.as.viewer, { ...about(payment), labelId: randomUUID() });
    expect(await refusal(taking)).toBe('forbidden');
    const record = await insertPayment(tenant.businessId);
    for (let n = 0; n < maximumRecordLabels; n += 1) await label(`many ${n}`, record);
    expect(await refusal(label('one more', record))).toBe('invalid');
  });

  test.each([
    ['an ordinary name', 'Refund promised', true],
    ['right-to-left letters', 'لاسترداد', true],
    ['markup, which is text', '<b>x</b>', true],
    ['nothing', '  ', false],
    ['a mark of direction', 'a\u202eb', false],
    ['a control character', 'a\u0000b', false],
    ['half a character', 'a\ud800', false],
    ['too much', 'x'.repeat(41), false],
  ])('accepts %s or explains why not', (_what, name, taken) => {
    expect(addLabelForm.safeParse({ ...about(payment), name }).success).toBe(taken);
  });
});

test('finds records of a business by any part of their label', async () => {
  const own = await createTenant();
  const paymentId = await insertPayment(own.businessId);
  await insertPayment(own.businessId);
  const depositId = await insertDeposit(own.businessId, paymentId);
  const withdrawalId = await insertWithdrawal(own.businessId);
  for (const [kind, recordId] of [
    ['payment', paymentId],
    ['deposit', depositId],
    ['withdrawal', withdrawalId],
  ] as const)
    await addLabel(own.as.finance, { businessId: own.businessId, kind, recordId, name: '50%_Refund asked' });
  const search = (list: typeof paymentList | typeof depositList | typeof withdrawalList, q: string) =>
    parseListQuery(list, (name) => (name === 'q' ? q : null)).query;
  const find = async (q: string, by = own) => [
    ...(await listPayments(by.as.viewer, by.businessId, search(paymentList, q), 9)).rows.map(
      (row) => row.paymentId,
    ),
    ...(await listDeposits(by.as.viewer, by.businessId, search(depositList, q), 9)).rows.map(
      (row) => row.depositId,
    ),
    ...(await listWithdrawals(by.as.viewer, by.businessId, search(withdrawalList, q), 9)).rows.map(
      (row) => row.withdrawalId,
    ),
  ];
  expect(await find('refund ASKED')).toEqual([paymentId, depositId, withdrawalId]);
  expect(await find('0%_ref')).toEqual([paymentId, depositId, withdrawalId]);
  expect(await find('0%xref')).toEqual([]);
  expect(await find('refund asked', other)).toEqual([]);
});
