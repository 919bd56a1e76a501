import { randomUUID } from 'node:crypto';
import type { LetIn } from './ask.ts';
import type { Place } from './places.ts';
import { ruleActions } from './rule-actions.ts';

/**
 * Who may have what, written by hand from the product's description and apart from the code's own table. Everything
 * that the build serves must be listed here, or the test fails.
 */

type Role = 'viewer' | 'finance' | 'compliance' | 'owner';

const everybody: readonly Role[] = ['viewer', 'finance', 'compliance', 'owner'];
const creators: readonly Role[] = ['finance', 'owner'];
const active: readonly Role[] = ['finance', 'compliance', 'owner'];
const owners: readonly Role[] = ['owner'];
const desk: readonly Role[] = ['compliance', 'owner'];

/** Pages and GET routes beneath a business; the roles that they open to. */
export const ofBusiness: Readonly<Record<string, readonly Role[]>> = {
  '/(dashboard)/[business]/overview/page': everybody,
  '/(dashboard)/[business]/payments/page': everybody,
  '/(dashboard)/[business]/payments/new/page': creators,
  '/(dashboard)/[business]/payments/import/page': creators,
  '/(dashboard)/[business]/payments/[payment]/page': everybody,
  '/(dashboard)/[business]/deposits/page': everybody,
  '/(dashboard)/[business]/deposits/[deposit]/page': everybody,
  '/(dashboard)/[business]/refunds/page': everybody,
  '/(dashboard)/[business]/exceptions/page': everybody,
  '/api/businesses/[business]/exceptions/route': everybody,
  '/api/businesses/[business]/exceptions/count/route': everybody,
  '/(dashboard)/[business]/withdrawals/page': everybody,
  '/(dashboard)/[business]/withdrawals/[withdrawal]/page': everybody,
  '/(dashboard)/[business]/minimums/page': everybody,
  '/(dashboard)/[business]/business/page': everybody,
  '/(dashboard)/[business]/callbacks/page': everybody,
  '/(dashboard)/[business]/callbacks/[message]/page': everybody,
  '/(dashboard)/[business]/callbacks/refused/page': everybody,
  '/api/businesses/[business]/callbacks/route': everybody,
  '/api/businesses/[business]/callbacks/count/route': everybody,
  '/api/businesses/[business]/callbacks/export/route': creators,
  '/api/businesses/[business]/callbacks/[message]/route': everybody,
  '/api/businesses/[business]/callbacks/refused/[refusal]/route': everybody,
  '/(dashboard)/[business]/connection/page': everybody,
  '/api/businesses/[business]/business/route': everybody,
  '/api/businesses/[business]/minimums/route': everybody,
  '/api/businesses/[business]/minimums/export/route': creators,
  '/api/businesses/[business]/intents/route': everybody,
  '/api/businesses/[business]/intents/[intent]/route': everybody,
  '/api/businesses/[business]/live/route': everybody,
  '/api/businesses/[business]/overview/route': everybody,
  '/api/businesses/[business]/search/route': everybody,
  '/api/businesses/[business]/payments/[payment]/route': everybody,
  '/api/businesses/[business]/deposits/[deposit]/route': everybody,
  '/api/businesses/[business]/withdrawals/[withdrawal]/route': everybody,
  '/api/businesses/[business]/raw/[observation]/route': everybody,
  '/api/businesses/[business]/payments/route': everybody,
  '/api/businesses/[business]/payments/count/route': everybody,
  '/api/businesses/[business]/payments/totals/route': everybody,
  '/api/businesses/[business]/payments/totals/all/route': everybody,
  '/api/businesses/[business]/payments/export/route': creators,
  '/api/businesses/[business]/deposits/route': everybody,
  '/api/businesses/[business]/deposits/count/route': everybody,
  '/api/businesses/[business]/deposits/totals/route': everybody,
  '/api/businesses/[business]/deposits/totals/all/route': everybody,
  '/api/businesses/[business]/deposits/export/route': creators,
  '/api/businesses/[business]/refunds/route': everybody,
  '/api/businesses/[business]/refunds/count/route': everybody,
  '/api/businesses/[business]/refunds/totals/route': everybody,
  '/api/businesses/[business]/refunds/totals/all/route': everybody,
  '/api/businesses/[business]/refunds/export/route': creators,
  '/api/businesses/[business]/withdrawals/route': everybody,
  '/api/businesses/[business]/withdrawals/count/route': everybody,
  '/api/businesses/[business]/withdrawals/totals/route': everybody,
  '/api/businesses/[business]/withdrawals/totals/all/route': everybody,
  '/(dashboard)/[business]/reviews/page': desk,
  '/(dashboard)/[business]/reviews/[case]/page': desk,
  '/(dashboard)/[business]/reviews/figures/page': desk,
  '/(dashboard)/[business]/reviews/reports/page': desk,
  '/(dashboard)/[business]/reviews/rules/page': desk,
  '/(dashboard)/[business]/reviews/rules/new/page': desk,
  '/(dashboard)/[business]/reviews/rules/[rule]/page': desk,
  '/(dashboard)/[business]/audit/page': desk,
  '/api/businesses/[business]/reviews/route': desk,
  '/api/businesses/[business]/reviews/[case]/route': desk,
  '/api/businesses/[business]/reviews/[case]/files/route': desk,
  '/api/businesses/[business]/reviews/[case]/files/[file]/route': desk,
  '/api/businesses/[business]/reviews/[case]/evidence/route': desk,
  '/api/businesses/[business]/reviews/rules/[rule]/route': desk,
  '/api/businesses/[business]/audit/export/route': desk,
  '/api/businesses/[business]/withdrawals/export/route': creators,
};

/** Where the roles that may see risk detail see it; nobody else sees it anywhere. */
export const withRiskDetail: readonly string[] = [
  '/(dashboard)/[business]/reviews/page',
  '/api/businesses/[business]/reviews/route',
  '/api/businesses/[business]/reviews/[case]/route',
  '/(dashboard)/[business]/reviews/rules/page',
  '/(dashboard)/[business]/reviews/rules/[rule]/page',
  '/api/businesses/[business]/reviews/rules/[rule]/route',
  '/(dashboard)/[business]/reviews/[case]/page',
  '/api/businesses/[business]/reviews/[case]/evidence/route',
  '/(dashboard)/[business]/payments/[payment]/page',
  '/(dashboard)/[business]/deposits/[deposit]/page',
  '/(dashboard)/[business]/withdrawals/[withdrawal]/page',
  // In why a callback waits.
  '/api/businesses/[business]/withdrawals/[withdrawal]/route',
  '/api/businesses/[business]/raw/[observation]/route',
  '/(dashboard)/[business]/callbacks/[message]/page',
  '/api/businesses/[business]/callbacks/refused/[refusal]/route',
  '/api/businesses/[business]/deposits/export/route',
  '/api/businesses/[business]/withdrawals/export/route',
];

/** Pages that whoever may not see them is not to know of: "not found" to them, never "forbidden". */
export const hiddenPages: readonly string[] = Object.keys(ofBusiness).filter(
  (route) => route.endsWith('/page') && /\/(reviews|audit)\//.test(route),
);

/** What is open without a session, with the status that a stranger without any secret gets. */
export const ofNobody: Readonly<Record<string, { readonly path: string; readonly status: number }>> = {
  '/(auth)/sign-in/page': { path: '/sign-in', status: 200 },
  '/_not-found/page': { path: '/no/such/address', status: 404 },
  '/_global-error/page': { path: '/_global-error', status: 500 },
  '/page': { path: '/', status: 307 },
  '/api/auth/[...nextauth]/route': { path: '/api/auth/session', status: 200 },
  '/api/health/route': { path: '/api/health', status: 200 },
  '/api/ready/route': { path: '/api/ready', status: 200 },
  '/api/metrics/route': { path: '/api/metrics', status: 401 },
  '/api/callbacks/[business]/[secret]/[kind]/route': {
    path: '/api/callbacks/0d9e1c8a-1111-4222-8333-444455556666/wrong/withdrawal',
    status: 405,
  },
  '/api/cron/[job]/route': { path: '/api/cron/payment-reading', status: 401 },
};

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
    }),
  },
  checkImportAction: { roles: creators, input: importedRecord },
  importRecordAction: { roles: creators, input: importedRecord },
  releaseCallbackAction: {
    roles: owners,
    letIn: ['conflict'],
    input: ({ business, message }) => ({
      businessId: business,
      messageId: message,
      revision: 0,
      accepted: [],
      note: '',
    }),
  },
  rejectCallbackAction: {
    roles: owners,
    letIn: ['conflict'],
    input: ({ business, message }) => ({
      businessId: business,
      messageId: message,
      revision: 0,
      note: 'Crossed',
    }),
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
  addNoteAction: { roles: desk, input: (place) => ({ ...ofCase(place), text: 'Crossed' }) },
  checkStepAction: { roles: desk, input: (place) => ({ ...ofCase(place), step: 'source', done: true }) },
  proposeDecisionAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, kind: 'clear', reason: 'Crossed' }),
  },
  answerProposalAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, answer: 'decline', comment: 'Crossed' }),
  },
  reopenCaseAction: {
    roles: desk,
    letIn: ['conflict'],
    input: (place) => ({ ...ofCase(place), version: 1, reason: 'Crossed' }),
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
    roles: creators,
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
    roles: creators,
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
      riskScoreFrom: '',
    }),
  },
};

/** Actions of the person alone, beside any business. */
export const personalActions: readonly string[] = ['signOutAction'];
