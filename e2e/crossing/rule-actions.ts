import { randomUUID } from 'node:crypto';
import type { Place } from './places.ts';
import type { LetIn } from './request.ts';

const desk = ['compliance', 'owner'] as const;
const conflict: readonly LetIn[] = ['conflict'];

const ofRule = ({ business, rule }: Place) => ({ businessId: business, ruleId: rule, version: 1 });

const ruleForm = {
  name: 'Crossed',
  subject: 'deposit',
  kind: 'amount',
  figure: 'coin',
  currency: 'BTC',
  over: '0.5',
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

/** What can be done with rules of the merchant's own, and by whom. */
export const ruleActions = {
  saveRuleAction: {
    roles: desk,
    input: ({ business }: Place) => ({ businessId: business, ruleId: null, version: 0, form: ruleForm }),
  },
  proposeRuleChangeAction: {
    roles: desk,
    letIn: conflict,
    input: (place: Place) => ({ ...ofRule(place), kind: 'pause', pastDays: 0, reason: 'Crossed' }),
  },
  answerRuleChangeAction: {
    roles: desk,
    letIn: conflict,
    input: (place: Place) => ({ ...ofRule(place), answer: 'decline', comment: 'Crossed' }),
  },
  discardRuleAction: { roles: desk, letIn: conflict, input: ofRule },
  tryRuleAction: {
    roles: desk,
    input: ({ business, rule }: Place) => ({
      businessId: business,
      ruleId: rule,
      from: '2026-11-01',
      until: '2026-11-02',
    }),
  },
  stopTryAction: {
    roles: desk,
    letIn: conflict,
    input: ({ business, rule }: Place) => ({ businessId: business, ruleId: rule, runId: randomUUID() }),
  },
};
