import { randomUUID } from 'node:crypto';
import { usualCategories } from './case-history.ts';
import type { RecordIds } from './records.ts';
import type { AllowedResult } from './request.ts';

const desk = ['compliance', 'owner'] as const;
const conflict: readonly AllowedResult[] = ['conflict'];

const ofRule = ({ business, rule }: RecordIds) => ({ businessId: business, ruleId: rule, version: 1 });

const ruleForm = {
  name: 'Crossed',
  subject: 'deposit',
  kind: 'amount',
  figure: 'coin',
  currency: 'BTC',
  over: '0.5',
  score: '',
  days: [],
  from: '',
  until: '',
  more: [],
  dueHours: '',
  assignTo: '',
  per: 'address',
  measure: 'count',
  times: '',
  unit: 'hours',
  hours: '24',
  among: ['owner'],
  match: 'equals',
  category: '',
  least: '1',
};

/** Actions on the merchant's own rules and on the settings of the desk, with the roles that may use them. */
export const ruleActions = {
  saveRuleAction: {
    roles: desk,
    input: ({ business }: RecordIds) => ({ businessId: business, ruleId: null, version: 0, form: ruleForm }),
  },
  proposeRuleChangeAction: {
    roles: desk,
    otherResults: conflict,
    input: (place: RecordIds) => ({
      ...ofRule(place),
      kind: 'pause',
      pastDays: 0,
      reason: 'Crossed with every role here',
    }),
  },
  decideRuleChangeAction: {
    roles: desk,
    otherResults: conflict,
    input: (place: RecordIds) => ({
      ...ofRule(place),
      answer: 'decline',
      comment: 'Crossed with every role here',
    }),
  },
  discardRuleAction: { roles: desk, otherResults: conflict, input: ofRule },
  backtestRuleAction: {
    roles: desk,
    input: ({ business, rule }: RecordIds) => ({
      businessId: business,
      ruleId: rule,
      from: '2026-11-01',
      until: '2026-11-02',
    }),
  },
  stopBacktestAction: {
    roles: desk,
    otherResults: conflict,
    input: ({ business, rule }: RecordIds) => ({ businessId: business, ruleId: rule, runId: randomUUID() }),
  },
  changeDeskSettingsAction: {
    roles: ['owner'] as const,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      secondFromEur: '1000',
      dueHours: '24',
      twoPersonCategories: usualCategories.join('\n'),
      riskScoreFrom: '1',
      reason: '',
    }),
  },
  decideDeskChangeAction: {
    roles: desk,
    otherResults: conflict,
    input: ({ business }: RecordIds) => ({
      businessId: business,
      proposalId: randomUUID(),
      answer: 'decline',
      comment: 'Crossed with every role here',
    }),
  },
};
