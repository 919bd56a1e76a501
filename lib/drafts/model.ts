import type { Permission } from '#lib/access/permissions.ts';

type DraftForm = {
  /** The permission to use the form. The draft is readable only with it. */
  readonly permission: Permission;
  /** The fields that are stored. Passwords, codes, tokens and keys never are. */
  readonly fields: readonly string[];
};

/** The forms whose unsent text is kept on the server. */
export const draftForms = {
  'case-note': { permission: 'review.work', fields: ['text'] },
  'case-request': { permission: 'review.work', fields: ['to', 'question', 'language', 'dueOn'] },
  'case-request-answer': { permission: 'review.work', fields: ['text'] },
  'case-decision': { permission: 'review.work', fields: ['kind', 'finding', 'reason'] },
  'case-answer': { permission: 'review.work', fields: ['comment'] },
  'case-reopening': { permission: 'review.work', fields: ['reason', 'comment'] },
  'case-report': { permission: 'review.work', fields: ['narrative', 'version'] },
  'case-filing': { permission: 'review.work', fields: ['authority', 'reference', 'filedOn'] },
  'case-amendment': { permission: 'review.work', fields: ['narrative', 'reason', 'reference', 'filedOn'] },
  'open-case': { permission: 'review.work', fields: ['reason'] },
  'counterparty-note': { permission: 'review.work', fields: ['text'] },
  watch: { permission: 'review.work', fields: ['reason', 'days'] },
  'desk-settings': {
    permission: 'connection.manage',
    fields: ['secondFromEur', 'twoPersonCategories', 'dueHours', 'riskScoreFrom', 'reason'],
  },
  'desk-settings-answer': { permission: 'review.work', fields: ['comment'] },
  'review-rule': {
    permission: 'review.work',
    fields: [
      'name',
      'more',
      'score',
      'days',
      'from',
      'until',
      'dueHours',
      'assignTo',
      'subject',
      'kind',
      'figure',
      'currency',
      'over',
      'per',
      'measure',
      'times',
      'unit',
      'hours',
      'among',
      'match',
      'category',
      'least',
    ],
  },
  'legal-hold': { permission: 'review.work', fields: ['kind', 'recordId', 'reason'] },
  'retention-time': { permission: 'connection.manage', fields: ['years'] },
  'hold-lift': { permission: 'review.work', fields: ['reason'] },
  'callback-basis': { permission: 'connection.manage', fields: ['reason'] },
  'period-reopening': { permission: 'period.close', fields: ['reason'] },
  'settlement-removal': { permission: 'period.close', fields: ['reason'] },
  'import-removal': { permission: 'period.close', fields: ['reason'] },
  'auditor-risk': { permission: 'team.manage', fields: ['reason'] },
  'conflict-acknowledgement': { permission: 'alarm.acknowledge', fields: ['reason'] },
  'refusal-acknowledgement': { permission: 'alarm.acknowledge', fields: ['reason'] },
  'callback-rejection': { permission: 'callbacks.manage', fields: ['reason'] },
  'required-roles-answer': { permission: 'team.manage', fields: ['comment'] },
  deputy: { permission: 'team.manage', fields: ['deputyId', 'firstDay', 'lastDay'] },
  'rule-change': { permission: 'review.work', fields: ['reason'] },
  'rule-answer': { permission: 'review.work', fields: ['comment'] },
  'reason-template': { permission: 'connection.manage', fields: ['kind', 'name', 'text'] },
  'risk-categories': { permission: 'connection.manage', fields: ['categories'] },
  'exception-work': { permission: 'annotate', fields: ['ownerId', 'note', 'reason', 'version'] },
  'exception-resolution': { permission: 'annotate', fields: ['reason', 'note'] },
  'exception-tolerance': { permission: 'connection.manage', fields: ['maximumEur', 'maximumPercent'] },
  'callback-decision': { permission: 'callbacks.manage', fields: ['note'] },
  'creation-limit': { permission: 'connection.manage', fields: ['currency', 'amount'] },
  'opening-position': { permission: 'period.close', fields: ['day', 'amount', 'text'] },
  settlement: { permission: 'period.close', fields: ['day', 'amount', 'text'] },
  'bank-match': { permission: 'period.close', fields: ['reason'] },
  'bank-rule': {
    permission: 'period.close',
    fields: ['name', 'kind', 'records', 'contains', 'days', 'tolerance', 'joinsLines', 'suggests'],
  },
  schedule: {
    permission: 'statement.read',
    fields: [
      'name',
      'report',
      'view',
      'currency',
      'format',
      'target',
      'mode',
      'cadence',
      'weekday',
      'monthDay',
      'hour',
      'recipients',
    ],
  },
  accounts: {
    permission: 'period.close',
    fields: [
      'posting',
      'serviceFees',
      'grossDifferences',
      'exchangeDifferences',
      'clearing',
      'revenue',
      'withdrawals',
      'bank',
      'bankFees',
      'rounding',
      'consultant',
      'client',
      'firstMonth',
      'accountLength',
      'xeroTaxRate',
      'bookCurrency',
    ],
  },
  'period-close': {
    permission: 'period.close',
    fields: [
      'callbacks',
      'unknownOutcomes',
      'exceptions',
      'notReported',
      'basis',
      'withoutCurrency',
      'opening',
      'settlements',
      'unmatched',
      'lines',
      'ledger',
      'cash',
    ],
  },
  invitation: { permission: 'team.manage', fields: ['email', 'role', 'lastDay', 'delivery'] },
  'api-token': {
    permission: 'api-token.create',
    fields: ['name', 'scopes', 'businesses', 'days', 'addresses', 'groups'],
  },
  'group-roles': { permission: 'api-token.write', fields: ['groups'] },
  'event-endpoint': { permission: 'connection.manage', fields: ['format', 'channel', 'types'] },
  'review-endpoint': { permission: 'review.work', fields: ['types', 'reason'] },
  warehouse: {
    permission: 'connection.manage',
    fields: ['url', 'region', 'bucket', 'folder', 'accessId', 'hour', 'risk'],
  },
  profile: { permission: 'account.use', fields: ['name', 'locale', 'hourCycle'] },
  'notification-choices': { permission: 'account.use', fields: ['kinds', 'timeZone', 'quietHours'] },
  'required-roles': { permission: 'team.manage', fields: ['roles', 'reason'] },
  reprocessing: { permission: 'callbacks.manage', fields: ['kind', 'verdict', 'from', 'to'] },
  'expected-withdrawals': { permission: 'import', fields: ['text'] },
  'saved-view': { permission: 'read', fields: ['name', 'shared'] },
  'customer-message': { permission: 'payment.create', fields: ['text'] },
  'payment-template': {
    permission: 'payment.create',
    fields: ['name', 'pattern', 'hasAmount', 'isShared'],
  },
  'template-name': { permission: 'payment.create', fields: ['name'] },
  'record-note': { permission: 'record.annotate', fields: ['text'] },
  'record-label': { permission: 'record.annotate', fields: ['name'] },
  'label-name': { permission: 'label.manage', fields: ['name'] },
  'new-payment': {
    permission: 'payment.create',
    fields: [
      'clientPaymentId',
      'priceIn',
      'amount',
      'displayCurrency',
      'depositCurrency',
      'network',
      'type',
      'rateType',
      'expires',
      'expiresMinutes',
      'locale',
      'redirectUrl',
      'redirectMode',
      'note',
      'labels',
    ],
  },
  'row-correction': { permission: 'payment.create', fields: ['changes'] },
  'column-choice': { permission: 'payment.create', fields: ['changes'] },
  'pasted-rows': { permission: 'payment.create', fields: ['rows'] },
} as const satisfies Record<string, DraftForm>;

export type DraftFormName = keyof typeof draftForms;
export type DraftField<Form extends DraftFormName> = (typeof draftForms)[Form]['fields'][number];

const isDraftFormName = (name: string): name is DraftFormName => Object.hasOwn(draftForms, name);
export const draftFormNames: readonly DraftFormName[] = Object.keys(draftForms).filter(isDraftFormName);

/** The states of a case in which it offers a form. A draft of another form of a case is read-only. */
export const caseFormStates: Readonly<Partial<Record<DraftFormName, readonly string[]>>> = {
  'case-note': ['open', 'proposed', 'decided'],
  'case-request': ['open'],
  'case-request-answer': ['open', 'proposed', 'decided'],
  'case-decision': ['open'],
  'case-answer': ['proposed'],
  'case-reopening': ['decided'],
  'case-report': ['open', 'proposed', 'decided'],
  'case-filing': ['decided'],
  'case-amendment': ['decided'],
};

/** Returns whether a form can be used: one of a case only while the case, in this state, offers it. */
export const isOffered = (form: DraftFormName, state: string | undefined): boolean =>
  caseFormStates[form]?.includes(state ?? '') ?? true;

/** Most drafts of one person in one business. */
export const maxDrafts = 200;
