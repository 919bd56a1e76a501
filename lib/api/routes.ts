import 'server-only';
import * as z from 'zod';
import { readBusinessView } from '#lib/businesses/index.ts';
import { listDepositRecords, readDeposit, viewDepositRisk } from '#lib/deposits/index.ts';
import { depositDetailFields, depositList, depositRowFields } from '#lib/deposits/schema.ts';
import { listExceptions } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { tApi } from '#lib/messages/api.ts';
import { readMinimumsView } from '#lib/minimums/index.ts';
import { findIntent, listPaymentRecords, readPayment } from '#lib/payments/index.ts';
import { paymentRowFields } from '#lib/payments/schema/fields.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
import { listRefunds } from '#lib/refunds/index.ts';
import type { RefundRow } from '#lib/refunds/schema.ts';
import { refundList, refundRowFields } from '#lib/refunds/schema.ts';
import { listWithdrawalRecords, readWithdrawal, viewWithdrawalRisk } from '#lib/withdrawals/index.ts';
import { withdrawalList, withdrawalRowFields } from '#lib/withdrawals/schema.ts';
import { caseRoutes } from './case-routes.ts';
import { findOne } from './list-query.ts';
import { apiAmount, apiTime, recordSchema, writeRecord, writeTimeOrNull } from './model-record.ts';
import type { ApiRoute } from './route.ts';
import { createListRoute, createRecordRoute } from './route.ts';
import { statementRoutes } from './statement-routes.ts';
import { exception, paymentRequest, writeException, writePaymentRequest } from './write-record.ts';

/** Fields with which we plan our own reads of a payment. */
const {
  nextReadAt: _next,
  readFailures: _failures,
  lastReadError: _error,
  sortAt: _at,
  ...payment
} = paymentFields;
const { sortAt: _paymentAt, ...paymentRow } = paymentRowFields;
const { sortAt: _depositAt, ...deposit } = depositDetailFields;
const { sortAt: _rowAt, ...depositRow } = depositRowFields;

const reference = { clientPaymentId: z.string().nullable() };
const callbackDepeg = { callbackDepegCurrency: z.string().nullable() };

const paymentRoutes: readonly ApiRoute[] = [
  createListRoute({
    path: '/payments',
    summary: tApi('operation.payments'),
    scope: 'payments:read',
    spec: paymentList,
    hasChangeTime: true,
    list: listPaymentRecords,
    record: recordSchema(paymentRow).meta({ id: 'PaymentRow' }),
    write: (row) => writeRecord(paymentRow, row),
  }),
  createRecordRoute({
    path: '/payments/{id}',
    summary: tApi('operation.payment'),
    scope: 'payments:read',
    response: recordSchema(payment).meta({ id: 'Payment' }),
    read: async (...input) => writeRecord(payment, await readPayment(...input)),
  }),
  createRecordRoute({
    path: '/payment-requests/{id}',
    summary: tApi('operation.paymentRequest'),
    scope: 'payments:read',
    response: paymentRequest,
    read: async (...input) => {
      const found = await findIntent(...input);
      return found && writePaymentRequest(found);
    },
  }),
];

const riskEntity = z.object({ name: z.string().nullable(), category: z.string().nullable() });

const depositRoutes: readonly ApiRoute[] = [
  createListRoute({
    path: '/deposits',
    summary: tApi('operation.deposits'),
    scope: 'deposits:read',
    spec: depositList,
    hasChangeTime: true,
    list: listDepositRecords,
    record: recordSchema(depositRow).extend(reference).meta({ id: 'DepositRow' }),
    write: (row) => ({ ...writeRecord(depositRow, row), clientPaymentId: row.clientPaymentId }),
  }),
  createRecordRoute({
    path: '/deposits/{id}',
    summary: tApi('operation.deposit'),
    scope: 'deposits:read',
    response: recordSchema(deposit)
      .extend({ ...reference, ...callbackDepeg })
      .meta({ id: 'Deposit' }),
    read: async (...input) => {
      const record = await readDeposit(...input);
      const { clientPaymentId, callbackDepegCurrency } = record;
      return { ...writeRecord(deposit, record), clientPaymentId, callbackDepegCurrency };
    },
  }),
  createRecordRoute({
    path: '/deposits/{id}/risk',
    summary: tApi('operation.depositRisk'),
    scope: 'risk:read',
    response: z
      .object({
        depositId: z.string(),
        riskScore: z.string().nullable(),
        assessment: z
          .object({
            addressOwner: riskEntity.nullable(),
            sourceRiskEntities: z.array(riskEntity).nullable(),
            destinationRiskEntities: z.array(riskEntity).nullable(),
          })
          .nullable(),
        changedAt: apiTime.nullable(),
      })
      .meta({ id: 'DepositRisk' }),
    read: async (context, businessId, id) => {
      const [found] = await viewDepositRisk(context, businessId, [id]);
      if (found === undefined) return null;
      const { depositId, riskScore, assessment, changedAt } = found;
      return { depositId, riskScore, assessment, changedAt: writeTimeOrNull(changedAt) };
    },
  }),
];

const writeRefund = (row: RefundRow) => ({
  ...writeRecord(refundRowFields, row),
  clientPaymentId: row.clientPaymentId,
});
const refund = recordSchema(refundRowFields).extend(reference).meta({ id: 'Refund' });

const refundRoutes: readonly ApiRoute[] = [
  createListRoute({
    path: '/refunds',
    summary: tApi('operation.refunds'),
    scope: 'refunds:read',
    spec: refundList,
    hasChangeTime: true,
    list: listRefunds,
    record: refund,
    write: writeRefund,
  }),
  createRecordRoute({
    path: '/refunds/{id}',
    summary: tApi('operation.refund'),
    scope: 'refunds:read',
    response: refund,
    read: async (context, businessId, id) => {
      const [row] = (await listRefunds(context, businessId, findOne(id), 1)).rows;
      return row === undefined ? null : writeRefund(row);
    },
  }),
];

const withdrawalRoutes: readonly ApiRoute[] = [
  createListRoute({
    path: '/withdrawals',
    summary: tApi('operation.withdrawals'),
    scope: 'withdrawals:read',
    spec: withdrawalList,
    hasChangeTime: true,
    list: listWithdrawalRecords,
    record: recordSchema(withdrawalRowFields).meta({ id: 'WithdrawalRow' }),
    write: (row) => writeRecord(withdrawalRowFields, row),
  }),
  createRecordRoute({
    path: '/withdrawals/{id}',
    summary: tApi('operation.withdrawal'),
    scope: 'withdrawals:read',
    response: recordSchema(withdrawalFields).meta({ id: 'Withdrawal' }),
    read: async (...input) => writeRecord(withdrawalFields, await readWithdrawal(...input)),
  }),
  createRecordRoute({
    path: '/withdrawals/{id}/risk',
    summary: tApi('operation.withdrawalRisk'),
    scope: 'risk:read',
    response: z
      .object({
        ownerName: z.string().nullable(),
        ownerCategory: z.string().nullable(),
        changedAt: apiTime.nullable(),
      })
      .meta({ id: 'WithdrawalRisk' }),
    read: async (...input) => {
      const risk = await viewWithdrawalRisk(...input);
      return risk && { ...risk, changedAt: writeTimeOrNull(risk.changedAt) };
    },
  }),
];

const exceptionRoutes: readonly ApiRoute[] = [
  createListRoute({
    path: '/exceptions',
    summary: tApi('operation.exceptions'),
    scope: 'exceptions:read',
    spec: exceptionList,
    hasChangeTime: true,
    list: listExceptions,
    record: exception,
    write: writeException,
  }),
  createRecordRoute({
    path: '/exceptions/{id}',
    summary: tApi('operation.exception'),
    scope: 'exceptions:read',
    response: exception,
    read: async (context, businessId, id) => {
      const query = findOne(id, { work: ['open', 'resolved'] });
      const [row] = (await listExceptions(context, businessId, query, 1)).rows;
      return row === undefined ? null : writeException(row);
    },
  }),
];

const texts = z.array(z.string()).nullable();

const businessRoutes: readonly ApiRoute[] = [
  createRecordRoute({
    path: '/minimums',
    summary: tApi('operation.minimums'),
    scope: 'minimums:read',
    response: z.object({
      readAt: apiTime.nullable(),
      data: z
        .array(
          z
            .object({ coin: z.string(), network: z.string(), currency: z.string(), amount: apiAmount })
            .meta({ id: 'Minimum' }),
        )
        .nullable(),
    }),
    read: async (context, businessId) => {
      const { readAt, minimums } = await readMinimumsView(context, businessId);
      return { readAt: writeTimeOrNull(readAt), data: minimums };
    },
  }),
  createRecordRoute({
    path: '/business',
    summary: tApi('operation.business'),
    scope: 'business:read',
    response: z
      .object({
        businessId: z.string(),
        name: z.string(),
        timeZone: z.string(),
        readAt: apiTime.nullable(),
        supportedDepositCurrencies: texts,
        supportedDepositCurrenciesWithNetworks: z.record(z.string(), z.array(z.string())).nullable(),
        supportedDisplayCurrencies: texts,
        settlementCryptoRatio: z.string().nullable(),
        settlementCryptoCurrency: z.string().nullable(),
        settlementFiatCurrency: z.string().nullable(),
        overpaymentPolicy: z.string().nullable(),
        refundFollowUpDepositsForOneTimePayments: z.boolean().nullable(),
        userServiceFeeDistributionPercentage: z.string().nullable(),
      })
      .meta({ id: 'Business' }),
    read: async (context, business) => {
      const { businessId, name, timeZone, readAt, record } = await readBusinessView(context, business);
      return {
        businessId,
        name,
        timeZone,
        readAt: writeTimeOrNull(readAt),
        supportedDepositCurrencies: record?.supportedDepositCurrencies ?? null,
        supportedDepositCurrenciesWithNetworks: record?.supportedDepositCurrenciesWithNetworks ?? null,
        supportedDisplayCurrencies: record?.supportedDisplayCurrencies ?? null,
        settlementCryptoRatio: record?.settlementCryptoRatio ?? null,
        settlementCryptoCurrency: record?.settlementCryptoCurrency ?? null,
        settlementFiatCurrency: record?.settlementFiatCurrency ?? null,
        overpaymentPolicy: record?.overpaymentPolicy ?? null,
        refundFollowUpDepositsForOneTimePayments: record?.refundFollowUpDepositsForOneTimePayments ?? null,
        userServiceFeeDistributionPercentage: record?.userServiceFeeDistributionPercentage ?? null,
      };
    },
  }),
];

/** Every address of the API that reads. Reports to authorities and watch lists have none. */
export const apiRoutes: readonly ApiRoute[] = [
  ...paymentRoutes,
  ...depositRoutes,
  ...refundRoutes,
  ...withdrawalRoutes,
  ...exceptionRoutes,
  ...caseRoutes,
  ...businessRoutes,
  ...statementRoutes,
];
