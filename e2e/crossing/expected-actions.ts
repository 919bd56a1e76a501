import { randomUUID } from 'node:crypto';
import { callbackActions } from './callback-actions.ts';
import type { Place } from './places.ts';
import type { LetIn } from './request.ts';
import type { Role } from './roles.ts';
import { active, creators, desk, everybody, owners } from './roles.ts';
import { ruleActions } from './rule-actions.ts';

/** Who may act, written by hand and apart from the code's own table. An action that is built and not listed fails the test. */

export type ActionExpectation = {
  readonly roles: readonly Role[];
  /** Input that the action's own schema takes, so that the refusal is the verb's. */
  readonly input: (place: Place) => unknown;
  /** What else those roles may hear: nobody answers for the service, and one alone can be the first to act. */
  readonly letIn?: readonly LetIn[];
};

const ofCase = ({ business, case: caseId }: Place) => ({ businessId: business, caseId });

const importedRecord = ({ business }: Place) => ({
  businessId: business,
  text: JSON.stringify({ paymentId: randomUUID(), businessId: business }),
  fileName: null,
});
/** Server actions, by the name under which they are exported. */
export const actions: Readonly<Record<string, ActionExpectation>> = {
  refreshBusinessAction: {
    roles: active,
    letIn: ['service-unreachable'],
    input: ({ business }) => ({ businessId: business }),
  },
  refreshMinimumsAction: {
    roles: active,
    letIn: ['service-unreachable'],
    input: ({ business }) => ({ businessId: business }),
  },
  checkConnectionAction: { roles: owners, input: ({ business }) => ({ businessId: business }) },
  revealAddressesAction: { roles: owners, input: ({ business }) => ({ businessId: business }) },
  setTimeZoneAction: {
    roles: owners,
    input: ({ business }) => ({ businessId: business, timeZone: 'Europe/Vienna' }),
  },
  readPaymentNowAction: {
    roles: active,
    letIn: ['conflict', 'service-unreachable'],
    input: ({ business, payment }) => ({ businessId: business, paymentId: payment }),
  },
  createPaymentAction: {
    roles: creators,
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
    roles: creators,
    letIn: ['conflict'],
    input: ({ business, intent }) => ({ businessId: business, intentId: intent, secondLinkAccepted: true }),
  },
  writeNoteAction: {
    roles: active,
    input: ({ business, payment }) => ({
      businessId: business,
      kind: 'payment',
      recordId: payment,
      text: 'Crossed',
    }),
  },
  editNoteAction: {
    roles: active,
    letIn: ['conflict'],
    input: ({ business, note }) => ({ businessId: business, noteId: note, version: 1, text: 'Crossed' }),
  },
  addLabelAction: {
    roles: active,
    input: ({ business, withdrawal }) => ({
      businessId: business,
      kind: 'withdrawal',
      recordId: withdrawal,
      name: 'Crossed',
    }),
  },
  labelRecordsAction: {
    roles: active,
    input: ({ business, payment }) => ({
      businessId: business,
      kind: 'payment',
      recordIds: [payment],
      name: 'Crossed',
      how: 'add',
    }),
  },
  removeLabelAction: {
    roles: active,
    input: ({ business, deposit, label }) => ({
      businessId: business,
      kind: 'deposit',
      recordId: deposit,
      labelId: label,
    }),
  },
  changeLabelAction: {
    roles: owners,
    input: ({ business, label }) => ({ businessId: business, labelId: label, name: null, retired: true }),
  },
  workSelectedAction: {
    roles: creators,
    input: ({ business }) => ({
      businessId: business,
      address: `only=${randomUUID()}`,
      filtered: null,
      act: { kind: 'assign', ownerId: null },
    }),
  },
  workExceptionAction: {
    roles: creators,
    letIn: ['conflict'],
    input: ({ business, payment }) => ({
      businessId: business,
      kind: 'payment',
      subjectId: payment,
      version: 0,
      ownerId: null,
      note: 'Crossed',
      resolved: false,
      states: [],
    }),
  },
  checkImportAction: { roles: creators, input: importedRecord },
  importRecordAction: { roles: creators, input: importedRecord },
  ...callbackActions,
  startExportFileAction: {
    roles: creators,
    letIn: ['conflict'],
    input: ({ business }) => ({ businessId: business, list: 'payments', format: 'csv', query: '' }),
  },
  stopExportFileAction: {
    roles: active,
    letIn: ['conflict'],
    input: ({ business, export: fileId }) => ({ businessId: business, fileId }),
  },
  takeNextAction: { roles: desk, input: ({ business }) => ({ businessId: business }) },
  assignCasesAction: {
    roles: desk,
    input: ({ business, case: caseId }) => ({ businessId: business, caseIds: [caseId], personId: null }),
  },
  snoozeCaseAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, hours: 0 }),
  },
  snoozeCasesAction: {
    roles: desk,
    input: ({ business, case: caseId }) => ({ businessId: business, caseIds: [caseId], hours: 0 }),
  },
  addNoteAction: { roles: desk, input: (place) => ({ ...ofCase(place), text: 'Crossed' }) },
  checkStepAction: { roles: desk, input: (place) => ({ ...ofCase(place), step: 'source', done: true }) },
  proposeDecisionAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, kind: 'clear', reason: 'Crossed', seen: [] }),
  },
  answerProposalAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, answer: 'decline', comment: 'Crossed', seen: [] }),
  },
  reopenCaseAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, reason: 'Crossed' }),
  },
  answerReopeningAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, answer: 'decline', comment: 'Crossed' }),
  },
  saveReportAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 0, narrative: 'Crossed' }),
  },
  fileReportAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, reference: 'Crossed' }),
  },
  ...ruleActions,
  saveViewAction: {
    roles: everybody,
    input: ({ business }) => ({
      businessId: business,
      list: 'payments',
      name: `Crossed ${randomUUID()}`,
      query: 'status=NEW',
      shared: false,
    }),
  },
  changeViewAction: {
    // Compliance shares views of its own lists.
    roles: active,
    letIn: ['conflict'],
    input: ({ business }) => ({
      businessId: business,
      viewId: randomUUID(),
      wasShared: true,
      name: 'Crossed',
      query: null,
      shared: null,
    }),
  },
  deleteViewAction: {
    // Compliance shares views of its own lists.
    roles: active,
    letIn: ['conflict'],
    input: ({ business }) => ({ businessId: business, viewId: randomUUID(), wasShared: true }),
  },
  setDefaultViewAction: {
    roles: everybody,
    input: ({ business }) => ({ businessId: business, list: 'payments', viewId: null }),
  },
  setAlertsAction: { roles: desk, input: ({ business }) => ({ businessId: business, wanted: true }) },
  mergeCasesAction: {
    roles: desk,
    letIn: ['invalid'],
    input: ({ business, case: caseId }) => ({
      businessId: business,
      into: { caseId, version: 1 },
      cases: [{ caseId, version: 1 }],
    }),
  },
  separateCaseAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1 }),
  },
  setDeskAction: {
    roles: owners,
    input: ({ business }) => ({
      businessId: business,
      secondFromEur: '1000',
      dueHours: '24',
      riskScoreFrom: '1',
      reason: '',
    }),
  },
  answerDeskChangeAction: {
    roles: desk,
    letIn: ['conflict'],
    input: ({ business }) => ({
      businessId: business,
      changeId: randomUUID(),
      answer: 'decline',
      comment: 'Crossed',
    }),
  },
};
