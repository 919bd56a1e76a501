import type { Sample } from './entry-values.ts';
import { ann, at, id, ofEach, reason, sha256 } from './entry-values.ts';

const answered = { reason, proposedBy: ann, comment: 'Checked', state: 'final' };
const desk = { secondFromEur: '1000', dueHours: 24, riskScoreFrom: null, twoPersonCategories: ['ofac'] };

/** A typical entry of each action on cases, people and sign-ins, as the product writes it. */
export const deskEntries: readonly Sample[] = [
  ...ofEach(
    ['deposit-risk.view', 'withdrawal-risk.view', 'risk.view-raw', 'review-report.view', 'review-case.view'],
    null,
  ),
  ...ofEach(['directory.change', 'directory.create', 'directory.delete'], {
    kind: 'user',
    name: 'Ann',
    externalId: 'u1',
    active: true,
    personId: ann,
  }),
  ...ofEach(['invitation.accept', 'invitation.create', 'invitation.renew', 'invitation.revoke'], {
    email: 'a@b.test',
    role: 'auditor-risk',
    delivery: 'link',
    expiresAt: '2026-11-26T08:00:00.000Z',
  }),
  ...ofEach(
    ['member.disable', 'member.enable', 'member.remove'],
    { endedSessions: 1, endedTokens: 0, revokedInvitations: 0 },
    { role: 'auditor-risk', disabled: false },
  ),
  ...ofEach(
    ['add-passkey', 'remove-passkey', 'rename-passkey'].map((verb) => `person.${verb}`),
    { name: 'Phone', method: 'passkey' },
  ),
  ...ofEach(
    ['change-email', 'request-email', 'verify-address', 'change-password', 'change-profile'].map(
      (verb) => `person.${verb}`,
    ),
    { email: 'a@b.test', endedSessions: 1 },
  ),
  ...ofEach(
    [
      ...['disable', 'enable', 'exempt-factor', 'forget-devices', 'link-identity', 'recovery-codes'],
      ...['remove-factor', 'reset-factor', 'reset-link', 'reset-password', 'start-factor'],
      ...['rotate-factor-keys', 'unlink-identity', 'unlock', 'use-recovery-code', 'set-up-factor'],
    ].map((verb) => `person.${verb}`),
    { kind: 'totp', replaced: false, endedSessions: 1, unusedCodes: 9 },
  ),
  [
    'person.set-notifications',
    { kinds: [{ kind: 'payment-paid', app: true }], digestHour: 8 },
    { kinds: [], digestHour: 7 },
  ],
  ...ofEach(['review-case.agree', 'review-case.disagree'], {
    contradictions: [{ case: id, what: 'let-through' }],
    begun: [],
    statuses: ['COMPLIANCE_REVIEW'],
  }),
  [
    'review-case.amend-report',
    { number: 1, reference: 'FIU 2', filedOn: '2026-11-29', reason, narrative: 'A' },
  ],
  ['review-case.answer-request', { noteId: id, answers: id, text: 'Kraken' }],
  ...ofEach(
    ['approve-reopen', 'decline-reopen', 'propose-reopen', 'reopen', 'withdraw-reopen'].map(
      (verb) => `review-case.${verb}`,
    ),
    { reopeningId: id, ...answered, dueAt: at },
    { state: 'decided' },
  ),
  ['review-case.assign', { assignee: ann }, { assignee: null }],
  ['review-case.attach', { fileId: id, sha256, name: 'a.pdf', type: 'application/pdf', size: 3 }],
  ['review-case.check', { step: 'source', done: true }],
  ...ofEach(
    ['review-case.decide', 'review-case.propose'],
    {
      ...{ decisionId: id, kind: 'keep-blocked', reason, finding: 'wrong-match' },
      ...{
        serviceStatus: 'COMPLIANCE_REVIEW',
        state: 'proposed',
        sameReason: true,
        read: { kind: 'read', changed: false },
      },
    },
    { state: 'open', version: 2 },
  ),
  ...ofEach(['review-case.confirm', 'review-case.decline', 'review-case.withdraw'], {
    decisionId: id,
    kind: 'recommend-refund',
    comment: 'Checked',
    state: 'declined',
    read: { kind: 'failed', reason: 'HTTP 500' },
  }),
  ['review-case.draft-report', { narrative: 'A' }, { narrative: 'B' }],
  ...ofEach(['review-case.end-fact', 'review-case.join', 'review-case.open'], {
    subject: 'deposit',
    subjectId: id,
    facts: ['deposit-review', `rule:${id}`],
    over: ['risk-score'],
    ended: ['risk-entity'],
    rules: [{ ruleId: id, number: 1, name: 'Big' }],
  }),
  ['review-case.export', { manifest: sha256, verifier: sha256, files: 6 }],
  ['review-case.fetch', { filters: { queue: ['open'], serviceStatus: 'BLOCKED' } }],
  ['review-case.fetch-file', { fileId: id, name: 'a.pdf' }],
  ['review-case.file-report', { authority: 'fincen', reference: '31000000000001', filedOn: '2026-11-29' }],
  ['review-case.merge', { joined: [{ caseId: id, case: 2 }], dueAt: at }],
  ['review-case.merge-into', { into: id, case: 1, along: [] }, { state: 'proposed' }],
  ['review-case.note', { noteId: id, text: 'Called', mentions: [ann] }],
  ['review-case.read', { kind: 'failed', reason: 'HTTP 500' }],
  ['review-case.request', { noteId: id, to: 'payer', text: 'Which exchange?', dueAt: at }],
  ['review-case.separate', { from: id, case: 1 }],
  ...ofEach(['review-case.snooze', 'review-case.wake'], { until: at }),
  ['review-counterparty.note', { kind: 'address', viewed: '0xab on ETH', noteId: id, text: 'Known' }],
  ['review-counterparty.view', { kind: 'address', viewed: '0xab on ETH' }],
  ...ofEach(
    [
      'review-desk.approve',
      'review-desk.decline',
      'review-desk.propose',
      'review-desk.set',
      'review-desk.withdraw',
    ],
    { changeId: id, ...desk, dueHours: 72, ...answered },
    desk,
  ),
  ...ofEach(
    [
      'review-endpoint.approve',
      'review-endpoint.change',
      'review-endpoint.decline',
      'review-endpoint.delete',
      'review-endpoint.disable',
      'review-endpoint.propose',
      'review-endpoint.withdraw',
    ],
    { host: 'cases.test', types: ['review-case.opened'], reason: 'For the case system', proposedBy: ann },
    { host: 'cases.test', types: ['review-case.opened', 'review-case.merged'] },
  ),
  ['review-endpoint.rotate', { overlapHours: 24 }],
  ['review-endpoint.send', { eventId: id, isTest: true }],
  [
    'review-endpoint.warn',
    { host: 'cases.test', failingSince: '2026-11-26T08:00:00.000Z', reason: 'failures' },
  ],
  ['review-desk.categories', { categories: ['Mixer'] }, { categories: [] }],
  ...ofEach(['review-desk.remove-template', 'review-desk.save-template'], {
    version: 2,
    kind: 'keep-blocked',
    title: 'Mixer',
    text: 'A',
  }),
  ...ofEach(
    ['review-rule.approve', 'review-rule.confirm', 'review-rule.decline', 'review-rule.withdraw'],
    { changeId: id, kind: 'activate', number: 2, comment: 'Fine', state: 'pending-approval' },
    { state: 'draft', inForce: null },
  ),
  ...ofEach(
    ['review-rule.change', 'review-rule.create'],
    {
      ...{ number: 2, name: 'Big', rule: 'Open a case when a deposit’s risk score is over 5.' },
      ...{ subject: 'deposit', spec: { kind: 'score', over: '5' } },
      actions: { dueHours: 4, assignTo: ann },
    },
    { number: 1, rule: 'Open a case when a deposit’s risk score is over 4.', actions: { dueHours: null } },
  ),
  ['review-rule.discard', { state: 'retired' }, { state: 'draft' }],
  ...ofEach(
    ['activate', 'pause', 'resume', 'retire'].map((verb) => `review-rule.propose-${verb}`),
    { changeId: id, number: 2, pastDays: 7, reason },
    { state: 'draft', inForce: null },
  ),
  ...ofEach(['review-rule.stop-try', 'review-rule.try'], {
    runId: id,
    number: 2,
    from: '2026-11-01',
    until: '2026-11-30',
  }),
  ...ofEach(['review-watch.add', 'review-watch.change', 'review-watch.remove'], {
    kind: 'address',
    watched: '0xab on ETH',
    reason,
    expiresAt: at,
  }),
  ...ofEach(
    ['approve', 'decline', 'propose', 'withdraw'].map((verb) => `role.${verb}-risk`),
    { reason, proposedBy: ann, comment: 'Fine' },
  ),
  ...ofEach(['role.end-deputy', 'role.name-deputy'], { deputyOf: ann, startsAt: at, accessEndsAt: at }),
  ['role.grant', { role: 'auditor-risk', endedSessions: 1 }, { role: 'auditor' }],
  [
    'role.transfer',
    { role: 'owner', owner: ann, formerOwner: 'auditor-risk' },
    { role: 'viewer', owner: id },
  ],
  ['session.ceiling', { delayedAt: '2026-11-26T08:00:00.000Z', mailed: true }],
  ['session.end', { sessionId: id }],
  ...ofEach(
    ['session.open', 'session.reauthenticate', 'session.refuse-factor', 'session.refuse-reauthentication'],
    {
      sessionId: id,
      method: 'single-sign-on',
      secondFactor: 'recovery-code',
      address: '192.0.2.1',
      newDevice: true,
    },
  ),
  [
    'session.refuse',
    { method: 'single-sign-on', reason: 'no-account', email: 'a@b.test', address: '192.0.2.1' },
  ],
  ['session.revoke', { endedSessions: 1, endedSignIns: 0, forgottenBrowsers: 1 }],
];
