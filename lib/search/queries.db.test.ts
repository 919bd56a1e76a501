import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertDeposit, insertIntent, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { listDeposits } from '#lib/deposits/index.ts';
import { listExceptions } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { observeAnswer, observeCallback } from '#lib/observations/index.ts';
import { listPayments } from '#lib/payments/index.ts';
import {
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { listWithdrawals } from '#lib/withdrawals/index.ts';
import { searchRecords } from './queries.ts';

let tenant: Tenant;
let other: Tenant;
const paymentId = randomUUID();
const depositId = randomUUID();
const withdrawalId = randomUUID();

const read = (of: Tenant, record: unknown) =>
  inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId: of.businessId,
      source: 'read',
      startedAt: instant(Date.now()),
      body: toSampleBytes(record),
    }),
  );

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  const deposit = {
    id: depositId,
    transactionId: '0xabcdef0123456789',
    fromAddress: '0x00Ab00000000000000000000000000000000CdEf',
    toAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
    refund: { type: 'FULL', status: 'PENDING', reason: 'OVERPAYMENT', transactionId: 'refundtx77' },
  };
  await read(
    tenant,
    paymentRecordSample(tenant.businessId, {
      paymentId,
      clientPaymentId: 'Rechnung 100%_7',
      walletAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
      destinationTag: '998877',
      deposits: [depositRecordSample(deposit)],
    }),
  );
  await read(tenant, paymentRecordSample(tenant.businessId, { clientPaymentId: 'Rechnung 100%_77' }));
  await read(tenant, paymentRecordSample(tenant.businessId, { clientPaymentId: 'Rechnung 100xx' }));
  await read(other, paymentRecordSample(other.businessId, { clientPaymentId: 'Rechnung 100%_7' }));
  await inTransaction((transaction) =>
    observeCallback(transaction, {
      businessId: tenant.businessId,
      kind: 'withdrawal',
      body: toSampleBytes(
        withdrawalCallbackSample(tenant.businessId, { withdrawalId, clientWithdrawalId: 'payout-55' }),
      ),
      headers: {},
      receivedAt: instant(Date.now()),
    }),
  );
});

const found = async (typed: string, by = tenant.as.viewer) =>
  (await searchRecords(by, tenant.businessId, typed)).hits.map(({ kind, id, field }) => ({
    kind,
    id,
    field,
  }));

describe('finding by any identifier', () => {
  test.each([
    ['a payment by its id', paymentId, 'payment', paymentId, 'paymentId'],
    ['a payment by the beginning of its id', paymentId.slice(0, 9), 'payment', paymentId, 'paymentId'],
    ['a payment by its id in capitals', paymentId.toUpperCase(), 'payment', paymentId, 'paymentId'],
    ['a payment by the tag', '99887', 'payment', paymentId, 'destinationTag'],
    ['a deposit by its id', depositId, 'deposit', depositId, 'depositId'],
    ['a deposit by its hash in any case', '0xABCDEF01', 'deposit', depositId, 'transactionId'],
    ['a deposit by an EVM address in any case', '0x00aB0000', 'deposit', depositId, 'fromAddress'],
    ['a deposit by the transaction of its refund', 'refundtx', 'deposit', depositId, 'refundTransactionId'],
    ['a withdrawal by its id', withdrawalId, 'withdrawal', withdrawalId, 'withdrawalId'],
    ['a withdrawal by its reference', 'payout-5', 'withdrawal', withdrawalId, 'clientWithdrawalId'],
    ['a withdrawal by the tag', '12345', 'withdrawal', withdrawalId, 'destinationTag'],
  ])('%s', async (_, typed, kind, id, field) => {
    expect(await found(typed)).toContainEqual({ kind, id, field });
  });

  test('finds everything at an address with a tag, matches of the tag first', async () => {
    const kinds = (await found('rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY?dt=12345')).map(({ kind }) => kind);
    expect(kinds).toEqual(['withdrawal', 'payment', 'deposit']);
  });

  test('ranks matches of the tag first among very many at one address', async () => {
    const { businessId, as } = await createTenant();
    const address = 'rExchangeThatManyShare';
    const insert = (tag: string, day: number) =>
      insertWithdrawal(businessId, {
        toTxAddress: `${address}?dt=${tag}`,
        toAddress: address,
        toAddressKey: address,
        toTag: tag,
        firstReceivedAt: new Date(Date.UTC(2026, 0, day)),
      });
    const old = await insert('777', 1);
    for (let day = 2; day <= 20; day += 1) await insert(`5${day}`, day);
    const older = await insertPayment(businessId, {
      walletAddress: address,
      walletAddressKey: address,
      destinationTag: '777',
    });
    const toIds = async (typed: string) =>
      (await searchRecords(as.viewer, businessId, typed)).hits.map(({ id }) => id);
    expect((await toIds(`${address}?dt=777`)).slice(0, 2)).toEqual([older, old]);
    expect((await toIds(`${address}?dt=77`)).slice(0, 2)).toEqual([older, old]);
    expect(await toIds(`${address}?dt=777`)).toHaveLength(12);
    expect(await toIds(`${address}?dt=`)).not.toContain(old);
  });

  test('ranks the exact identifier before prefixes, and treats % and _ as plain characters', async () => {
    const { hits } = await searchRecords(tenant.as.viewer, tenant.businessId, 'Rechnung 100%_7');
    expect(hits.map(({ reference }) => reference)).toEqual(['Rechnung 100%_7', 'Rechnung 100%_77']);
    expect(hits[0]).toMatchObject({
      amount: '49.9',
      currency: 'EUR',
      status: 'NEW',
      value: 'Rechnung 100%_7',
    });
  });

  test('finds an address of BCH with and without its scheme, in its list, too', async () => {
    const { businessId, as } = await createTenant();
    const address = 'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy';
    const id = await insertWithdrawal(businessId, {
      ...{ toTxAddress: address, toAddress: address, toAddressKey: address },
    });
    for (const q of [address, address.slice('bitcoincash:'.length), 'QP3WJPA3', 'bitcoincash:qp3w']) {
      const { hits } = await searchRecords(as.viewer, businessId, q);
      expect([q, hits.map((hit) => hit.id)]).toEqual([q, [id]]);
      const { rows } = await listWithdrawals(as.viewer, businessId, { ...wholeList, q });
      expect([q, rows.map(({ withdrawalId: found }) => found)]).toEqual([q, [id]]);
    }
  });

  test('compares base58 exactly', async () => {
    expect(await found('rpepper7')).toEqual([]);
  });

  test('finds a request without a payment by its reference, and otherwise the payment', async () => {
    const own = await createTenant();
    const at = new Date(Date.now() - 60_000);
    for (const [end, state] of [
      ['lost', 'UNKNOWN'],
      ['interrupted', 'SENDING'],
      ['made', 'CREATED'],
    ])
      await insertIntent(own, `request-${end}`, { at, state: state ?? '' });
    const { hits } = await searchRecords(own.as.viewer, own.businessId, 'request-');
    expect(
      hits.map(({ kind, reference, status, field }) => [kind, reference, status, field]).toSorted(),
    ).toEqual([
      ['intent', 'request-interrupted', 'UNKNOWN', 'clientPaymentId'],
      ['intent', 'request-lost', 'UNKNOWN', 'clientPaymentId'],
    ]);
    expect((await searchRecords(own.as.viewer, own.businessId, 'request-lost')).hits).toHaveLength(1);
    expect((await searchRecords(other.as.viewer, other.businessId, 'request-lost')).hits).toEqual([]);
  });

  test('finds a request outside of lists only for people who may open it, and reports the permission', async () => {
    const own = await createTenant();
    const at = new Date(Date.now() - 60_000);
    for (const state of ['UNKNOWN', 'REJECTED', 'UNSENT'])
      await insertIntent(own, `asked-${state}`, { at, state });
    const states = async (by: Tenant['as']['viewer']) => {
      const { hits, mayCreate } = await searchRecords(by, own.businessId, 'asked-');
      return [mayCreate, ...hits.map(({ status }) => status).toSorted()];
    };
    for (const by of [own.as.finance, own.as.owner])
      expect(await states(by)).toEqual([true, 'REJECTED', 'UNKNOWN', 'UNSENT']);
    for (const by of [own.as.viewer, own.as.compliance]) expect(await states(by)).toEqual([false, 'UNKNOWN']);
    expect(await searchRecords(own.as.viewer, own.businessId, 'x')).toMatchObject({ mayCreate: false });
  });

  test('ranks the newest first among equal prefixes of all kinds', async () => {
    const own = await createTenant();
    for (let day = 1; day <= 40; day += 1)
      await insertPayment(own.businessId, {
        clientPaymentId: `alike-${day}`,
        sortAt: new Date(Date.UTC(2026, 0, day)),
      });
    const { hits, more } = await searchRecords(own.as.viewer, own.businessId, 'alike');
    expect(hits.map(({ reference }) => reference)).toEqual(
      Array.from({ length: 12 }, (_, at) => `alike-${40 - at}`),
    );
    expect(more).toBe(true);
  });

  test('names each list that finds a match, however many hits come first', async () => {
    const own = await createTenant();
    const { businessId } = own;
    const payments = await Promise.all(
      Array.from({ length: 13 }, (_, n) =>
        insertPayment(businessId, { clientPaymentId: `everywhere-${n}`, destinationTag: 'everywhere' }),
      ),
    );
    const at = new Date(Date.now() - 60_000);
    const intent = (state: string, clientPaymentId: string) =>
      insertIntent(own, clientPaymentId, { at, state });
    await insertDeposit(businessId, payments[0] ?? '', { transactionId: 'everywhere' });
    await insertWithdrawal(businessId, { clientWithdrawalId: 'everywhere' });
    await intent('REJECTED', 'everywhere-refused');
    const listsFor = async (typed: string) => (await searchRecords(own.as.viewer, businessId, typed)).lists;
    expect(await listsFor('everywhere')).toEqual(['payments', 'deposits', 'withdrawals']);
    // No list shows a request that created nothing.
    expect(await listsFor('everywhere-refused')).toEqual([]);
    await intent('UNKNOWN', 'everywhere-lost');
    expect(await listsFor('everywhere')).toEqual(['payments', 'exceptions', 'deposits', 'withdrawals']);
    const query = { ...wholeList, q: 'everywhere' };
    const finds = async (list: typeof listPayments | typeof listDeposits | typeof listWithdrawals) =>
      (await list(own.as.viewer, businessId, query)).rows.length;
    expect([await finds(listPayments), await finds(listDeposits), await finds(listWithdrawals)]).toEqual([
      13, 1, 1,
    ]);
    const { rows } = await listExceptions(own.as.viewer, businessId, {
      ...query,
      choices: exceptionList.unfilteredChoices,
    });
    expect(rows.map(({ clientPaymentId }) => clientPaymentId)).toContain('everywhere-lost');
  });

  test.each([
    ['nothing', ''],
    ['a space', ' '],
    ['one letter', 'x'],
    ['NUL', '\u0000'],
    ['half a character', '\ud800abc'],
    ['SQL', "'; DROP TABLE payment; --"],
    ['wildcards', '%%'],
    ['markup', '<img src=x>'],
    ['10 kB', 'x'.repeat(10_000)],
  ])('finds nothing, calmly: %s', async (_, typed) => {
    expect(await found(typed)).toEqual([]);
  });

  test('never finds records of another business', async () => {
    expect(await found('Rechnung 100%_7')).toHaveLength(2);
    await expect(searchRecords(other.as.owner, tenant.businessId, 'Rechnung')).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
