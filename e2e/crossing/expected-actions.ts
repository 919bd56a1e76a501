import { randomUUID } from 'node:crypto';
import { batchActions } from './batch-actions.ts';
import { callbackActions } from './callback-actions.ts';
import type { RecordIds } from './records.ts';
import { reportActions } from './report-actions.ts';
import type { AllowedResult } from './request.ts';
import { retentionActions } from './retention-actions.ts';
import type { Role } from './roles.ts';
import { editors, exporters, fileRoles, ownerOnly, paymentCreators, reviewRoles } from './roles.ts';
import { ruleActions } from './rule-actions.ts';
import { settingsActions } from './settings-actions.ts';
import { statementActions } from './statement-actions.ts';
import { teamActions } from './team-actions.ts';
import { limitActions, templateActions } from './template-actions.ts';
import { viewActions } from './view-actions.ts';

/**
 * The expected rights to act, written by hand and independent of the code's own table. The test fails for every
 * action of the build that is not listed here.
 */

export type ActionExpectation = {
  readonly roles: readonly Role[];
  /** Input that passes the action's schema, so that the refusal comes from the verb. */
  readonly input: (place: RecordIds) => unknown;
  /** Other results that these roles may get: no service responds here, and some actions need a second person. */
  readonly otherResults?: readonly AllowedResult[];
  /** The action checks a secret instead of a role. With a wrong secret it answers "not found" to all of these. */
  readonly bySecret?: 'signed in' | 'anybody';
  /** The action needs neither a session nor a secret. */
  readonly isPublic?: true;
};

const ofCase = ({ business, case: caseId }: RecordIds) => ({ businessId: business, caseId });

const importedRecord = ({ business }: RecordIds) => ({
  businessId: business,
  text: JSON.stringify({ paymentId: randomUUID(), businessId: business }),
  fileName: null,
});
/** Server actions, by the name of their export. */
export const actions: Readonly<Record<string, ActionExpectation>> = {
  refreshBusinessAction: {
    roles: editors,
    otherResults: ['service-unreachable'],
    input: ({ business }) => ({ businessId: business }),
  },
  refreshMinimumsAction: {
    roles: editors,
    otherResults: ['service-unreachable'],
    input: ({ business }) => ({ businessId: business }),
  },
  checkConnectionAction: { roles: ownerOnly, input: ({ business }) => ({ businessId: business }) },
  confirmPeopleAction: { roles: ownerOnly, input: ({ business }) => ({ businessId: business }) },
  resumeWorkAction: { roles: ownerOnly, input: ({ business }) => ({ businessId: business }) },
  revealAddressesAction: { roles: ownerOnly, input: ({ business }) => ({ businessId: business }) },
  addBusinessAction: {
    roles: ownerOnly,
    otherResults: ['service-unreachable'],
    input: ({ business }) => ({ businessId: business, newBusinessId: randomUUID() }),
  },
  setTimeZoneAction: {
    roles: ownerOnly,
    input: ({ business }) => ({ businessId: business, timeZone: 'Europe/Vienna' }),
  },
  readPaymentNowAction: {
    roles: editors,
    otherResults: ['conflict', 'service-unreachable'],
    input: ({ business, payment }) => ({ businessId: business, paymentId: payment }),
  },
  createPaymentAction: {
    roles: paymentCreators,
    input: ({ business }) => ({
      businessId: business,
      clientPaymentId: `crossing-${randomUUID()}`,
      priceIn: 'fiat',
      amount: '49.90',
      displayCurrency: 'EUR',
      depositCurrency: '',
      network: '',
      type: 'ONE_TIME',
      rateType: 'FIXED',
      expires: '30',
      expiresMinutes: '',
      locale: 'en-GB',
      redirectUrl: '',
      redirectMode: 'SELF',
    }),
  },
  sendAgainAction: {
    roles: paymentCreators,
    otherResults: ['conflict'],
    input: ({ business, intent }) => ({ businessId: business, intentId: intent, secondLinkAccepted: true }),
  },
  recordNotCreatedAction: {
    roles: paymentCreators,
    otherResults: ['conflict'],
    input: ({ business, intent }) => ({ businessId: business, intentId: intent }),
  },
  writeNoteAction: {
    roles: editors,
    input: ({ business, payment }) => ({
      businessId: business,
      kind: 'payment',
      recordId: payment,
      text: 'Crossed',
    }),
  },
  editNoteAction: {
    roles: editors,
    otherResults: ['conflict'],
    input: ({ business, note }) => ({ businessId: business, noteId: note, version: 1, text: 'Crossed' }),
  },
  addLabelAction: {
    roles: editors,
    input: ({ business, withdrawal }) => ({
      businessId: business,
      kind: 'withdrawal',
      recordId: withdrawal,
      name: 'Crossed',
    }),
  },
  labelRecordsAction: {
    roles: editors,
    input: ({ business, payment }) => ({
      businessId: business,
      kind: 'payment',
      recordIds: [payment],
      name: 'Crossed',
      operation: 'add',
    }),
  },
  removeLabelAction: {
    roles: editors,
    input: ({ business, deposit, label }) => ({
      businessId: business,
      kind: 'deposit',
      recordId: deposit,
      labelId: label,
    }),
  },
  changeLabelAction: {
    roles: ownerOnly,
    input: ({ business, label }) => ({ businessId: business, labelId: label, name: null, retired: true }),
  },
  workSelectedAction: {
    roles: paymentCreators,
    input: ({ business }) => ({
      businessId: business,
      address: `only=${randomUUID()}`,
      filtered: null,
      act: { kind: 'assign', ownerId: null },
    }),
  },
  setToleranceAction: {
    roles: ownerOnly,
    input: ({ business }) => ({ businessId: business, maximumEur: '0.50', maximumPercent: '' }),
  },
  workExceptionAction: {
    roles: paymentCreators,
    otherResults: ['conflict'],
    input: ({ business, payment }) => ({
      businessId: business,
      kind: 'payment',
      subjectId: payment,
      version: 0,
      ownerId: null,
      note: 'Crossed with every role here',
      resolved: false,
      states: [],
    }),
  },
  checkImportAction: { roles: paymentCreators, input: importedRecord },
  importRecordAction: { roles: paymentCreators, input: importedRecord },
  readListedPaymentAction: {
    roles: paymentCreators,
    otherResults: ['conflict'],
    input: ({ business, payment }) => ({ businessId: business, paymentId: payment }),
  },
  expectWithdrawalsAction: {
    roles: paymentCreators,
    input: ({ business }) => ({ businessId: business, text: 'payout-1' }),
  },
  requestInformationAction: {
    roles: reviewRoles,
    otherResults: ['conflict', 'invalid'],
    input: (place) => ({
      ...ofCase(place),
      to: 'service',
      question: 'When was the deposit received?',
      language: 'en',
      dueOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    }),
  },
  answerRequestAction: {
    roles: reviewRoles,
    otherResults: ['conflict'],
    input: (place) => ({ ...ofCase(place), noteId: place.case, text: 'Nothing was received in time.' }),
  },
  ...callbackActions,
  startExportFileAction: {
    roles: exporters,
    otherResults: ['conflict'],
    input: ({ business }) => ({ businessId: business, list: 'payments', format: 'csv', query: '' }),
  },
  stopExportFileAction: {
    roles: fileRoles,
    otherResults: ['conflict'],
    input: ({ business, export: fileId }) => ({ businessId: business, fileId }),
  },
  takeNextAction: { roles: reviewRoles, input: ({ business }) => ({ businessId: business }) },
  assignCasesAction: {
    roles: reviewRoles,
    input: ({ business, case: caseId }) => ({ businessId: business, caseIds: [caseId], personId: null }),
  },
  snoozeCaseAction: {
    roles: reviewRoles,
    otherResults: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, hours: 0 }),
  },
  snoozeCasesAction: {
    roles: reviewRoles,
    input: ({ business, case: caseId }) => ({ businessId: business, caseIds: [caseId], hours: 0 }),
  },
  undoCaseChangeAction: {
    roles: reviewRoles,
    input: ({ business, case: caseId }) => ({
      businessId: business,
      undo: { kind: 'snooze', from: null, cases: [{ caseId, to: null }] },
    }),
  },
  addNoteAction: {
    roles: reviewRoles,
    input: (place) => ({ ...ofCase(place), text: 'Crossed with every role here' }),
  },
  checkStepAction: {
    roles: reviewRoles,
    input: (place) => ({ ...ofCase(place), step: 'source', done: true }),
  },
  proposeDecisionAction: {
    roles: reviewRoles,
    otherResults: ['conflict', 'invalid'],
    input: (place) => ({
      ...ofCase(place),
      version: 1,
      kind: 'clear',
      finding: 'other',
      reason: 'Crossed with every role here',
      seen: [],
    }),
  },
  decideProposalAction: {
    roles: reviewRoles,
    otherResults: ['conflict'],
    input: (place) => ({
      ...ofCase(place),
      version: 1,
      answer: 'decline',
      comment: 'Crossed with every role here',
      seen: [],
    }),
  },
  approveProposalsAction: {
    roles: reviewRoles,
    input: ({ business, case: caseId }) => ({
      businessId: business,
      cases: [{ caseId, version: 1, seen: [] }],
    }),
  },
  openManualCaseAction: {
    roles: reviewRoles,
    // The record of this case has one.
    otherResults: ['conflict'],
    input: (place) => ({
      businessId: place.business,
      subjectKind: 'deposit',
      subjectId: place.deposit,
      reason: 'Crossed with every role here',
    }),
  },
  addCounterpartyNoteAction: {
    roles: reviewRoles,
    input: (place) => ({
      businessId: place.business,
      counterparty: { kind: 'entity', value: 'Crossed', tag: null },
      text: 'Crossed with every role here',
    }),
  },
  watchCounterpartyAction: {
    roles: reviewRoles,
    // The first of these roles adds the entry, which the others haven't seen.
    otherResults: ['conflict'],
    input: (place) => ({
      businessId: place.business,
      counterparty: { kind: 'entity', value: 'Crossed', tag: null },
      reason: 'Crossed with every role here',
      days: null,
      version: null,
    }),
  },
  unwatchCounterpartyAction: {
    roles: reviewRoles,
    otherResults: ['conflict'],
    input: (place) => ({ businessId: place.business, watchId: place.case, version: 1 }),
  },
  reopenCaseAction: {
    roles: reviewRoles,
    otherResults: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, reason: 'Crossed with every role here' }),
  },
  decideReopeningAction: {
    roles: reviewRoles,
    otherResults: ['conflict'],
    input: (place) => ({
      ...ofCase(place),
      version: 1,
      answer: 'decline',
      comment: 'Crossed with every role here',
    }),
  },
  ...reportActions,
  ...retentionActions,
  ...ruleActions,
  ...batchActions,
  ...templateActions,
  ...limitActions,
  ...teamActions,
  ...statementActions,
  ...settingsActions,
  ...viewActions,
  mergeCasesAction: {
    roles: reviewRoles,
    otherResults: ['invalid'],
    input: ({ business, case: caseId }) => ({
      businessId: business,
      into: { caseId, version: 1 },
      cases: [{ caseId, version: 1 }],
    }),
  },
  separateCaseAction: {
    roles: reviewRoles,
    otherResults: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1 }),
  },
};
