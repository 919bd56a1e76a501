import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { listDeposits, listPaymentDeposits, readDeposit } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { listPayments, readPayment } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { listWithdrawals, readWithdrawal } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import type { LinkedRecordGroup, LinkedRecords } from '../schema/linked-records.ts';
import {
  findRecordsLinkedToDeposit,
  findRecordsLinkedToPayment,
  findRecordsLinkedToWithdrawal,
} from './linked-records.ts';

const reference = fc.constantFrom('order 1', 'order 2', null);
const address = fc.constantFrom('1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '1other', null);
const transaction = fc.constantFrom('aa', 'bb', null);
const payments = fc.array(fc.record({ reference, address }), { minLength: 1, maxLength: 8 });
const deposits = fc.array(
  fc.record({ of: fc.nat(8), from: address, to: address, transaction, refund: transaction }),
  {
    maxLength: 8,
  },
);
const withdrawals = fc.array(fc.record({ reference, to: address, transaction }), { maxLength: 8 });

/** Returns every row of the list behind a group's link, page after page. */
async function listIds(
  { as, businessId }: Tenant,
  { kind, address: link }: LinkedRecordGroup,
): Promise<string[]> {
  const parseQuery = (spec: ListSpec, after: string | null) => {
    const parameters = new URLSearchParams(link);
    if (after !== null) parameters.set('after', after);
    const { query, ignored } = parseListQuery(spec, (name) => parameters.get(name));
    expect(ignored).toEqual([]);
    return query;
  };
  const readNextPage = async (after: string | null) => {
    if (kind === 'payment') {
      const page = await listPayments(as.viewer, businessId, parseQuery(paymentList, after));
      return { ids: page.rows.map((row) => String(row.paymentId)), after: page.after };
    }
    if (kind === 'deposit') {
      const page = await listDeposits(as.viewer, businessId, parseQuery(depositList, after));
      return { ids: page.rows.map((row) => String(row.depositId)), after: page.after };
    }
    const page = await listWithdrawals(as.viewer, businessId, parseQuery(withdrawalList, after));
    return { ids: page.rows.map((row) => String(row.withdrawalId)), after: page.after };
  };
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof readNextPage>> = await readNextPage(after);
    ids.push(...page.ids);
    if (page.after === null) return ids.toSorted();
    after = page.after;
  }
}

type Record = { readonly kind: string; readonly id: string; readonly of?: string | undefined };

/** Checks that a group shows its newest rows, counts all others, and that its list has exactly the rows that match. */
async function expectConsistent(
  tenant: Tenant,
  { groups }: LinkedRecords,
  own: readonly string[],
  sharing: (group: LinkedRecordGroup) => readonly string[],
) {
  for (const group of groups) {
    const shared = sharing(group).toSorted();
    const others = shared.filter((id) => !own.includes(id));
    expect(await listIds(tenant, group)).toEqual(shared);
    expect(group.rows.length + group.more).toBe(others.length);
    expect(others).toEqual(expect.arrayContaining(group.rows.map(({ id }) => id)));
    expect(group.listed?.count ?? shared.length).toBe(shared.length);
  }
}

test('the list behind "n more" has exactly the records that share a value', async () => {
  await fc.assert(
    fc.asyncProperty(payments, deposits, withdrawals, async (paid, received, sent) => {
      const tenant = await createTenant();
      const { businessId, as } = tenant;
      const all: (Record & { readonly has: Readonly<{ [what: string]: string | null | undefined }> })[] = [];
      const paymentIds: string[] = [];
      for (const one of paid) {
        const parameters = {
          clientPaymentId: one.reference,
          walletAddress: one.address,
          walletAddressKey: one.address,
        };
        const id = await insertPayment(businessId, { ...parameters, expectedNetwork: 'BTC' });
        paymentIds.push(id);
        all.push({ kind: 'payment', id, has: { reference: one.reference, to: one.address } });
      }
      for (const { of, from, to, transaction: transactionId, refund } of received) {
        const payment = paymentIds[of % paymentIds.length] ?? '';
        const id = await insertDeposit(businessId, payment, {
          network: 'BTC',
          transactionId,
          fromAddress: from,
          fromAddressKey: from,
          toAddress: to,
          toAddressKey: to,
          refundTransactionId: refund,
        });
        all.push({ kind: 'deposit', id, of: payment, has: { from, to, transaction: transactionId, refund } });
      }
      for (const one of sent) {
        const id = await insertWithdrawal(businessId, {
          clientWithdrawalId: one.reference,
          toAddress: one.to,
          toAddressKey: one.to,
          transactionId: one.transaction,
          withdrawCurrency: 'BTC',
        });
        all.push({
          kind: 'withdrawal',
          id,
          has: { reference: one.reference, to: one.to, transaction: one.transaction },
        });
      }
      const sharing = (kind: string, key: string, value: string | null | undefined) =>
        all.filter((one) => one.kind === kind && value != null && one.has[key] === value).map(({ id }) => id);
      const found = new Set<string>();
      const note = (id: string, { groups }: LinkedRecords) => {
        for (const { kind, rows } of groups) for (const row of rows) found.add(`${id} ${kind} ${row.id}`);
      };
      for (const { kind, id, has, of } of all) {
        if (kind === 'deposit') {
          const deposit = await readDeposit(as.viewer, businessId, id);
          const linkedRecords = await findRecordsLinkedToDeposit(as.viewer, businessId, deposit);
          note(id, linkedRecords);
          const own = all.find((one) => one.id === of)?.has['reference'];
          await expectConsistent(tenant, linkedRecords, [id, of ?? ''], (group) => {
            if (group.relation === 'reference') return sharing(group.kind, 'reference', own);
            if (group.relation === 'transaction')
              return sharing(group.kind, 'transaction', has['transaction']);
            if (group.relation === 'refund') return sharing(group.kind, 'transaction', has['refund']);
            if (group.relation === 'address') return sharing(group.kind, 'to', has['to']);
            return sharing(group.kind, group.kind === 'deposit' ? 'from' : 'to', has['from']);
          });
        }
        if (kind === 'withdrawal') {
          const withdrawal = await readWithdrawal(as.viewer, businessId, id);
          const linkedRecords = await findRecordsLinkedToWithdrawal(as.viewer, businessId, withdrawal);
          note(id, linkedRecords);
          await expectConsistent(tenant, linkedRecords, [id], (group) => {
            if (group.relation === 'destination')
              return sharing(group.kind, group.kind === 'deposit' ? 'from' : 'to', has['to']);
            return sharing(group.kind, group.relation, has[group.relation]);
          });
        }
        if (kind === 'payment') {
          const payment = await readPayment(as.viewer, businessId, id);
          const owned = await listPaymentDeposits(as.viewer, businessId, id);
          const linkedRecords = await findRecordsLinkedToPayment(as.viewer, businessId, payment, owned);
          note(id, linkedRecords);
          const relations = linkedRecords.groups.filter(
            ({ relation }) => relation === 'reference' || relation === 'address',
          );
          const own = [id, ...owned.map((deposit) => String(deposit.depositId))];
          await expectConsistent(tenant, { ...linkedRecords, groups: relations }, own, (group) =>
            sharing(
              group.kind,
              group.relation === 'address' ? 'to' : 'reference',
              has[group.relation === 'address' ? 'to' : 'reference'],
            ),
          );
        }
      }
      // The relation is symmetric for addresses and transactions.
      for (const one of all)
        for (const other of all)
          if (
            one !== other &&
            one.kind !== 'payment' &&
            other.kind !== 'payment' &&
            one.has['transaction'] != null &&
            one.has['transaction'] === other.has['transaction'] &&
            sharing(other.kind, 'transaction', one.has['transaction']).length <= 5
          )
            expect(found).toContain(`${one.id} ${other.kind} ${other.id}`);
    }),
    { numRuns: 4 },
  );
});
