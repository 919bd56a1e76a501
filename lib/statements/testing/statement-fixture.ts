import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerStatementProposal, signClose } from '../close-period.ts';
import { readStatement } from '../index.ts';
import type { Period } from '../model/period.ts';
import { parsePeriod } from '../model/period.ts';
import type { StatementView } from '../schema.ts';
import { proposeOpeningForm, recordSettlementForm } from '../schema.ts';
import { proposeOpening } from '../set-position.ts';
import { recordSettlement } from '../settlements.ts';

/** Returns the period of a text that is one. */
export function toPeriod(text: string): Period {
  const period = parsePeriod(text);
  if (period === null) throw new Error(`no period: ${text}`);
  return period;
}

/** A business in Berlin, with a payment and a second person of finance, created again before each test. */
export function createStatementFixture() {
  let created: { tenant: Tenant; second: Context<PersonActor>; paymentId: string } | null = null;
  const find = () => {
    if (created === null) throw new Error('no test has begun');
    return created;
  };
  beforeEach(async () => {
    const tenant = await createTenant();
    const second = await createPerson(new Map([[tenant.businessId, 'finance' as const]]));
    created = { tenant, second, paymentId: await insertPayment(tenant.businessId) };
    await database().business.update({
      where: { id: tenant.businessId },
      data: { timeZone: 'Europe/Berlin' },
    });
  });
  const read = (text: string, currency = 'EUR') =>
    readStatement(find().tenant.as.viewer, find().tenant.businessId, {
      currency,
      period: toPeriod(text),
    });
  const answer = (
    kind: 'opening' | 'basis' | 'close' | 'reopening',
    proposalId: string,
    by: Context<PersonActor> = find().second,
  ) =>
    answerStatementProposal(by, {
      ...{ businessId: find().tenant.businessId, proposalId, kind, comment: '' },
      answer: 'approve',
    });
  const sign = async (text: string, view?: StatementView): Promise<string> => {
    const { figures, figuresHash, closing } = view ?? (await read(text));
    const reasons = Object.fromEntries(closing.checklist.map(({ item }) => [item, 'Checked with the bank']));
    const { businessId, as } = find().tenant;
    const form = { businessId, currency: figures.currency, period: text, seen: figuresHash, reasons };
    return (await signClose(as.finance, form)).proposalId;
  };
  return {
    get tenant() {
      return find().tenant;
    },
    read,
    answer,
    sign,
    deposit: (at: string, fields: Parameters<typeof insertDeposit>[2] = {}) =>
      insertDeposit(find().tenant.businessId, find().paymentId, {
        ...{ status: 'CONFIRMED', settlementCurrency: 'EUR' },
        ...{ firstObservedAt: new Date(at), changedAt: new Date(at) },
        ...{ sortAt: new Date(at), depositReceivedAt: new Date(at) },
        ...fields,
      }),
    withdrawal: (at: string, fields: Parameters<typeof insertWithdrawal>[1] = {}) =>
      insertWithdrawal(find().tenant.businessId, {
        ...{ status: 'COMPLETED', settlementCurrency: 'EUR' },
        ...{ firstReceivedAt: new Date(at), changedAt: new Date(at) },
        ...fields,
      }),
    settle: (day: string, amount: string, reference: string = randomUUID()) =>
      recordSettlement(
        find().tenant.as.finance,
        recordSettlementForm.parse({
          ...{ businessId: find().tenant.businessId, currency: 'EUR', day, amount, reference },
        }),
      ),
    /** Two people agree on the opening position. */
    open: async (day: string, amount: string): Promise<void> => {
      const { businessId, as } = find().tenant;
      const evidence = 'The balance in the dashboard of the service';
      const form = proposeOpeningForm.parse({ businessId, currency: 'EUR', day, amount, evidence });
      await answer('opening', (await proposeOpening(as.finance, form)).proposalId ?? '');
    },
    /** Two people close a period. */
    close: async (text: string, currency = 'EUR'): Promise<string> => {
      const proposalId = await sign(text, await read(text, currency));
      await answer('close', proposalId);
      return proposalId;
    },
  };
}

/** Returns the amounts of the lines that have records. */
export const listAmounts = ({ figures }: StatementView) =>
  Object.fromEntries(
    figures.lines.flatMap(({ name, amount, count }) => (count === 0 ? [] : [[name, amount]])),
  );

/** Returns the state of each proof. */
export const listProofs = ({ proofs }: StatementView) =>
  Object.fromEntries(proofs.map(({ name, state }) => [name, state]));
