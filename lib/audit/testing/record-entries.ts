import type { Sample } from './entry-values.ts';
import { ann, at, id, ofEach, reason, requestBody, sha256 } from './entry-values.ts';

const answered = { reason, proposedBy: ann, comment: 'Checked', state: 'final' };
const period = { currency: 'EUR', from: '2026-11-01', to: '2026-11-30' };
const token = { name: 'Shop', scopes: ['payments:read'], expiresAt: at };
const endpoint = { host: 'shop.test', types: ['payment.created'] };
const schedule = {
  ...{ name: 'Month', kind: 'view', list: 'expected-withdrawals', viewId: null, withRisk: false },
  ...{ cadence: 'monthly', day: 1, hour: 6, recipients: [ann] },
};
const rule = {
  ...{ name: 'Fees', currency: 'EUR', kind: 'identifier', records: 'deposit', contains: 'PAYOUT' },
  ...{ days: 3, tolerance: '0.5', joinsLines: true, rule: 'Transactions and IDs in the text' },
};
const view = {
  list: 'deposits',
  name: 'Held',
  query: 'status=COMPLIANCE_REVIEW&sort=received',
  shared: true,
};
const batchReading = {
  ...{ encoding: 'windows-1252', separator: '\t', decimalSign: ',' },
  ...{
    mapping: ['clientPaymentId', '', 'displayAmount'],
    defaults: { displayCurrency: 'EUR', type: 'ONE_TIME' },
  },
};

/** A typical entry of each other action, as the product writes it. */
export const recordEntries: readonly Sample[] = [
  ...ofEach(
    ['approve', 'decline', 'propose', 'withdraw'].map((verb) => `api-token.${verb}`),
    { ...token, proposedBy: ann },
  ),
  ...ofEach(
    ['approve', 'decline', 'propose', 'set', 'withdraw'].map((verb) => `api-token.${verb}-lifetime`),
    { days: 90, proposedBy: ann },
    { days: 30 },
  ),
  [
    'api-token.change-groups',
    { groups: [{ name: 'Team', role: 'auditor-risk' }], writes: 'proposed' },
    { groups: [] },
  ],
  ...ofEach(['api-token.create', 'api-token.reroll'], { ...token, writes: 'noticed', replaces: id }),
  ['api-token.revoke', null, token],
  ['api-token.take-over', { maker: ann, ...token }, { maker: id }],
  ...ofEach(['audit.begin-anchors', 'audit.change-key', 'audit.lose-key'], {
    keyId: 'a1',
    publicKey: 'MCowBQ',
    anchor: 2,
  }),
  ...ofEach(['audit.export', 'export.csv', 'export.csv-file', 'export.xlsx-file'], {
    filters: { q: 'order 17', status: ['COMPLIANCE_REVIEW', 'BLOCKED'], reason: 'deposit-review' },
    columns: ['clientPaymentId', 'depositAmount'],
    withRisk: false,
  }),
  ['audit.restore', { note: 'Restored', undone: [{ chainId: id, from: 1 }] }],
  ['business.customer-message', { kind: 'reminder', language: 'de', text: 'Hallo' }, { text: 'Hi' }],
  ['business.add', { timeZone: 'Europe/Vienna' }],
  ...ofEach(
    ['approve', 'decline', 'propose', 'withdraw'].map((verb) => `business.${verb}-fewer-factors`),
    { changeId: id, roles: ['auditor-risk'], ...answered },
    { roles: ['auditor-risk', 'owner'] },
  ),
  ...ofEach(['business.refresh', 'minimums.refresh'], { outcome: 'superseded' }),
  ['business.require-factor', { roles: ['auditor-risk'] }, { roles: [] }],
  ['business.set-time-zone', { timeZone: 'UTC' }, { timeZone: 'Europe/Vienna' }],
  ['callback.acknowledge-refusals', { count: 2, upTo: '2026-11-26T08:00:00.000Z', note: 'Seen' }],
  ...ofEach(
    ['callback.reject', 'callback.rejudge', 'callback.release'],
    { verdict: 'orphan-adopted', note: 'Known' },
    { verdict: 'new-version' },
  ),
  ['callback.remake', { removed: [id] }],
  ...ofEach(['callback.reprocess', 'callback.reprocess-dry'], {
    selection: { picked: 2, from: null },
    total: 2,
  }),
  ['callback.reprocess-stop', null],
  ['connection.check', { businessRecord: 'ok', callbacks: 'attention' }],
  ['connection.view-secret', { key: 'main' }],
  ['contradiction.acknowledge', { said: sha256, note: 'Seen' }],
  ...ofEach(
    ['approve', 'decline', 'propose', 'set', 'withdraw'].map((verb) => `creation-limit.${verb}`),
    { currency: 'EUR', amount: '500', proposedBy: ann },
    { currency: 'EUR', amount: '100' },
  ),
  ...ofEach(
    ['event-endpoint.add', 'event-endpoint.change', 'event-endpoint.delete', 'event-endpoint.disable'],
    { ...endpoint, isEnabled: false },
    endpoint,
  ),
  ['event-endpoint.rotate', { overlapHours: 24 }],
  ['event-endpoint.send', { eventId: id, isTest: true, from: '2026-11-01', to: '2026-11-02', which: 'all' }],
  [
    'event-endpoint.warn',
    { host: 'shop.test', failingSince: '2026-11-26T08:00:00.000Z', reason: 'HTTP 500' },
  ],
  ['exception.set-tolerance', { percent: '1' }, { percent: '0' }],
  [
    'exception.work',
    {
      ownerId: ann,
      note: 'Called',
      resolved: true,
      states: ['unknown-outcome', 'under'],
      reason: 'rest-paid',
    },
    { ownerId: null, note: '', resolved: false },
  ],
  ['export.fetch', { list: 'expected-withdrawals', format: 'xlsx', rows: 3, withRisk: false }],
  ['export.pdf', { deposits: 2 }],
  ['export.stop', null],
  ['export.xlsx', period],
  ...ofEach(['journal.export', 'journal.replace'], {
    number: 2,
    target: 'datev',
    mode: 'event',
    ...period,
    entries: 4,
    sha256,
  }),
  ['journal.fetch', { number: 2 }],
  [
    'journal.set-accounts',
    { posting: 'gross', clearing: '1360', bankFees: '6855' },
    { posting: 'net', clearing: '1360', bankFees: '6855' },
  ],
  ...ofEach(['label.add', 'label.change', 'label.remove'], { labelId: id, name: 'VIP', isNew: true }),
  ['list-view.change', view, { ...view, query: 'status=BLOCKED' }],
  ['list-view.default', { viewId: id }],
  ['list-view.delete', null, view],
  ['list-view.save', view],
  ...ofEach(['note.edit', 'note.write'], { noteId: id, text: 'Called', mentions: [ann] }),
  ...ofEach(
    ['payment.also-seen', 'payment.settle', 'payment.not-created'],
    { state: 'NOT_SENT', paymentId: id },
    { state: 'UNKNOWN' },
  ),
  ['payment.create', { requestBody, secondLinkAccepted: true, note: 'VIP' }],
  ['payment.import', { fileName: 'p.json', sha256, changed: true }],
  [
    'payment.outcome',
    { state: 'REJECTED', outcome: 'REJECTED', httpStatus: 400, paymentId: null, error: 'Too small' },
  ],
  ['payment.read-now', { failure: 'HTTP 500' }],
  ['payment.send-again', { secondLinkAccepted: true }, { state: 'NOT_SENT' }],
  ...ofEach(
    ['approve', 'decline', 'propose', 'withdraw'].map((verb) => `payment-approval.${verb}`),
    { requestBody, proposedBy: ann },
  ),
  ['payment-batch.check', batchReading],
  [
    'payment-batch.confirm',
    { fileName: 'a.csv', queued: 98, leftOut: 2, sums: [{ currency: 'EUR', sum: '5' }] },
  ],
  [
    'payment-batch.correct',
    { number: 3, displayAmount: '5', type: 'ONE_TIME' },
    { number: 3, displayAmount: '4', redirectMode: 'PARENT' },
  ],
  ['payment-batch.discard', null, { fileName: 'a.csv', state: 'mapping' }],
  ['payment-batch.finish', { done: 98, failed: 1, unknown: 1 }],
  ['payment-batch.not-created', { count: 1 }],
  ['payment-batch.pause', { pauseReason: 'overloaded', answer: 'HTTP 429', personId: ann }],
  ...ofEach(['payment-batch.resume', 'payment-batch.stop'], null, {
    state: 'paused',
    pauseReason: 'overloaded',
  }),
  ['payment-batch.upload', { fileName: 'a.csv', source: 'file', size: 12 }],
  ...ofEach(['payment-template.change', 'payment-template.delete', 'payment-template.save'], {
    name: 'Shop',
    shared: true,
    clientIdPattern: 'order {n}',
    fields: { type: 'ONE_TIME', displayCurrency: 'EUR' },
  }),
  ['payment-template.reserve', { clientPaymentId: 'order 17' }],
  ...ofEach(
    [
      'approve',
      'approve-reopening',
      'close',
      'decline',
      'decline-reopening',
      'propose-reopening',
      'reopen',
      'sign',
      'withdraw',
      'withdraw-reopening',
    ].map((verb) => `period.${verb}`),
    {
      ...period,
      closing: '12.5',
      openPoints: [{ item: 'unmatched', count: 1, reason: null }],
      proposedBy: ann,
    },
  ),
  ...ofEach(['reconciliation.accept', 'reconciliation.retry-import'], null),
  ...ofEach(['reconciliation.force', 'reconciliation.match'], {
    currency: 'EUR',
    lines: 1,
    records: 2,
    received: '5',
    difference: '0',
    reason,
  }),
  ['reconciliation.ignore', { currency: 'EUR', lines: [id], records: [], reason }],
  ['reconciliation.import', { fileName: 'bank.csv', size: 12, columns: ['day', 'amount'] }],
  ['reconciliation.remove-import', { lines: 3, reason }],
  ['reconciliation.remove-rule', null, rule],
  ['reconciliation.run-rules', { currency: 'EUR', lines: 2, matches: 1 }],
  ['reconciliation.save-rule', { ...rule, lines: 2 }, rule],
  ['reconciliation.undo', null, { currency: 'EUR', kind: 'match', reason }],
  ['restore.apply', { dataUntil: '2026-11-26T08:00:00.000Z', sessions: 2, endedSignIns: 1 }],
  ...ofEach(['restore.confirm-people', 'restore.resume'], null),
  ...ofEach(
    ['approve', 'decline', 'propose', 'set', 'withdraw'].map((verb) => `retention.${verb}`),
    { kind: 'sign-in', years: 2, proposedBy: ann },
    { kind: 'sign-in', years: 10 },
  ),
  ...ofEach(
    ['approve-lift', 'decline-lift', 'propose-lift', 'withdraw-lift', 'hold'].map(
      (verb) => `retention.${verb}`,
    ),
    { reason, proposedBy: ann },
  ),
  ['retention.expire', { kind: 'audit-log', years: 10, count: 2, records: [id] }],
  ...ofEach(['schedule.change', 'schedule.create', 'schedule.remove'], schedule),
  ['schedule.fail', { name: 'Month', runId: id, problem: 'The file has no rows.', isGuarded: false }],
  ...ofEach(['schedule.pause', 'schedule.resume'], { name: 'Month' }),
  ...ofEach(['schedule.run', 'schedule.run-now'], {
    name: 'Month',
    runId: id,
    content: { rows: 3 },
    recipients: [ann],
    notAllowed: [],
  }),
  ...ofEach(
    ['approve', 'decline', 'propose', 'withdraw'].map((verb) => `statement.${verb}-basis`),
    { countsAsCredited: true, reason, proposedBy: ann },
  ),
  ...ofEach(
    ['approve', 'decline', 'propose', 'withdraw'].map((verb) => `statement.${verb}-opening`),
    { currency: 'EUR', day: '2026-11-01', amount: '5', reason, proposedBy: ann },
  ),
  ...ofEach(['statement.set-opening'], { currency: 'EUR', day: '2026-11-01', amount: '5', reason }),
  ...ofEach(['statement.record-settlement', 'statement.remove-settlement'], {
    currency: 'EUR',
    day: '2026-11-01',
    amount: '5',
    reference: 'Payout 7',
  }),
  ['warehouse.copy', { runId: id, files: [{ name: 'deposits', rows: 3, sha256 }] }],
  ['warehouse.copy-now', {}],
  ['warehouse.fail', { host: 's3.test', runId: id, kind: 'unexpected', detail: 'HTTP 403' }],
  ...ofEach(['warehouse.remove', 'warehouse.set'], {
    host: 's3.test',
    region: 'eu1',
    bucket: 'b',
    folder: 'f',
    accessId: 'A1',
    hour: 3,
    copiesRisk: true,
    hasNewSecret: true,
  }),
  ['withdrawal.expect', { added: 2, ids: ['payout 1'], count: 2, sha256 }],
];
