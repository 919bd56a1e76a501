import { randomUUID } from 'node:crypto';
import type { RecordIds } from './records.ts';
import type { AllowedResult } from './request.ts';
import { exporters, ownerOnly, paymentCreators } from './roles.ts';

const conflict: readonly AllowedResult[] = ['conflict'];
const reason = 'Crossed with every role here';

const journal = ({ business }: RecordIds) => ({
  businessId: business,
  target: 'csv',
  mode: 'event',
  currency: 'EUR',
  period: '2026-01',
  rate: '',
  rateSource: '',
  replaces: '',
});

const matchRule = ({ business }: RecordIds) => ({
  ...{
    businessId: business,
    ruleId: null,
    name: 'Crossing',
    currency: 'EUR',
    kind: 'ignore',
    records: 'deposit',
  },
  ...{ contains: 'crossed with every role', days: '3', tolerance: '0', joinsLines: false, suggests: false },
});

/** Actions about statements and closed periods. Finance and owners close periods. */
export const statementActions = {
  proposeOpeningAction: {
    roles: paymentCreators,
    // A proposal of the first of these roles waits.
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      currency: 'EUR',
      day: '2026-01-01',
      amount: '0',
      evidence: reason,
    }),
  },
  proposeBasisAction: {
    roles: ownerOnly,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, counts: true, reason }),
  },
  recordSettlementAction: {
    roles: paymentCreators,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      currency: 'EUR',
      day: '2026-01-01',
      amount: '1',
      reference: randomUUID(),
    }),
  },
  removeSettlementAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, lineId: randomUUID(), reason }),
  },
  signCloseAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      currency: 'EUR',
      period: '2026-01',
      seen: '',
      reasons: {},
    }),
  },
  proposePeriodReopeningAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, closeId: randomUUID(), reason }),
  },
  answerStatementProposalAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      proposalId: randomUUID(),
      kind: 'opening',
      answer: 'approve',
      comment: '',
    }),
  },
  inspectFileAction: {
    roles: paymentCreators,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      start: Buffer.from('Date,Amount\n2026-01-01,1.00\n').toString('base64'),
    }),
  },
  startImportAction: {
    roles: paymentCreators,
    // A few uploads may wait at once.
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      fileName: 'crossing.sta',
      size: 20,
      mapping: null,
      headers: [],
    }),
  },
  removeImportAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, importId: randomUUID(), reason }),
  },
  retryImportAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, importId: randomUUID() }),
  },
  matchItemsAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      ...{ businessId: business, currency: 'EUR', reason: '' },
      ...{ lineIds: [randomUUID()], recordIds: [randomUUID()] },
    }),
  },
  ignoreItemsAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      ...{ businessId: business, currency: 'EUR', reason },
      ...{ lineIds: [randomUUID()], recordIds: [] },
    }),
  },
  undoMatchAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, matchId: randomUUID() }),
  },
  acceptSuggestionAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, matchId: randomUUID() }),
  },
  previewMatchRuleAction: { roles: paymentCreators, input: matchRule },
  saveMatchRuleAction: { roles: paymentCreators, otherResults: conflict, input: matchRule },
  removeMatchRuleAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({ businessId: business, ruleId: randomUUID() }),
  },
  runMatchRulesAction: {
    roles: paymentCreators,
    input: ({ business }: RecordIds) => ({ businessId: business, currency: 'EUR' }),
  },
  createScheduleAction: {
    roles: paymentCreators,
    input: ({ business, member }: RecordIds) => ({
      ...{ businessId: business, name: 'Crossing', kind: 'statement', list: null, viewId: null },
      ...{ currency: 'EUR', format: null, target: null, mode: null },
      ...{ cadence: 'daily', day: null, hour: 8, recipients: [member] },
    }),
  },
  changeScheduleAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business, schedule, member }: RecordIds) => ({
      ...{ businessId: business, scheduleId: schedule, name: 'Crossing' },
      ...{ cadence: 'daily', day: null, hour: 8, recipients: [member] },
    }),
  },
  pauseScheduleAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business, schedule }: RecordIds) => ({
      ...{ businessId: business, scheduleId: schedule, isPaused: true },
    }),
  },
  runScheduleNowAction: {
    roles: paymentCreators,
    // A run of the first of these roles has not ended.
    otherResults: conflict,
    input: ({ business, schedule }: RecordIds) => ({ businessId: business, scheduleId: schedule }),
  },
  removeScheduleAction: {
    roles: paymentCreators,
    otherResults: conflict,
    input: ({ business, schedule }: RecordIds) => ({ businessId: business, scheduleId: schedule }),
  },
  setAccountsAction: {
    roles: paymentCreators,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      posting: 'gross',
      accounts: {
        ...{ clearing: '1', revenue: '2', withdrawals: '3', bank: '4', bankFees: '6', rounding: '5' },
        ...{ serviceFees: '7', grossDifferences: '8', exchangeDifferences: '9' },
      },
      consultant: '1001',
      client: '1',
      firstMonth: 1,
      accountLength: 4,
      xeroTaxRate: 'Tax Exempt',
      bookCurrency: 'EUR',
    }),
  },
  checkJournalAction: { roles: exporters, input: journal },
  startRunAction: {
    roles: exporters,
    // There is nothing to export.
    otherResults: conflict,
    input: journal,
  },
};
