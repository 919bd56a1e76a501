import { randomUUID } from 'node:crypto';
import { endSession, openSession } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createPerson } from '#lib/people/index.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import {
  backtestRule,
  decideRuleChange,
  listRules,
  proposeRuleChange,
  readRule,
  saveRule,
} from '#lib/reviews/index.ts';
import type { RuleForm } from '#lib/reviews/rules/model/form.ts';
import { emptyForm } from '#lib/reviews/rules/model/form.ts';
import { backtestRuleForm, proposeChangeForm, saveRuleForm } from '#lib/reviews/rules/schema/forms.ts';
import type { RuleView } from '#lib/reviews/rules/schema/views.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import type { DemoPerson } from './demo-people.ts';
import { demoPeople } from './demo-people.ts';

/**
 * Adds rules to a demo business in every state that the page can show. Its people make them through the usual
 * verbs. A start that ends early leaves some of them out or half done, so the next one completes them.
 */

/** Opens a session for a person who acts in the first data: approvals need one with a recent authentication. */
async function signIn(
  context: Context<SystemActor>,
  person: DemoPerson,
  role: Role,
  businesses: readonly BusinessId[],
): Promise<Context<PersonActor>> {
  const { email, name } = person;
  const personId = await createPerson(context, person, { isDemo: true });
  const sessionId = await inTransaction((transaction) =>
    openSession(transaction, {
      personId,
      now: context.clock.now(),
      address: null,
      userAgent: null,
      deviceId: randomUUID(),
      isNewDevice: false,
    }),
  );
  const roles = new Map(businesses.map((businessId) => [businessId, role]));
  return createContext({ kind: 'person', personId, sessionId, email, name, roles, hasSecondFactor: true });
}

/** Ends the session. */
async function signOut({ actor, clock }: Context<PersonActor>): Promise<void> {
  await inTransaction((transaction) =>
    endSession(transaction, { ...actor, reason: 'sign-out' }, clock.now()),
  );
}

type People = { readonly compliance: Context<PersonActor>; readonly owner: Context<PersonActor> };

type DemoChange = {
  readonly kind: 'activate' | 'pause';
  readonly pastDays: number;
  readonly reason: string;
  /** The last change of a rule may wait for a second person. */
  readonly isApproved: boolean;
};

type DemoRule = {
  readonly form: Partial<RuleForm> & { readonly name: string };
  /** In the order in which they are proposed. */
  readonly changes: readonly DemoChange[];
  /** Days of its backtest. */
  readonly backtestDays?: number;
};

const demoRules: readonly DemoRule[] = [
  {
    form: { name: 'Large deposit', figure: 'eur', currency: 'EUR', over: '1500' },
    changes: [
      {
        kind: 'activate',
        pastDays: 30,
        reason: 'Risk assessment of the year, point 4.',
        isApproved: true,
      },
    ],
  },
  {
    form: { name: 'Many deposits from one address', kind: 'velocity', times: '3', hours: '24' },
    changes: [
      {
        kind: 'activate',
        pastDays: 0,
        reason: 'Structuring: amounts below every other threshold.',
        isApproved: false,
      },
    ],
  },
  {
    form: {
      name: 'New address with a large amount',
      kind: 'new-address',
      currency: 'USDT',
      over: '500',
    },
    changes: [],
    backtestDays: 60,
  },
  {
    form: { name: 'Sent from an exchange', kind: 'category', match: 'contains', category: 'exchange' },
    changes: [
      { kind: 'activate', pastDays: 0, reason: 'To learn how often that happens.', isApproved: true },
      {
        kind: 'pause',
        pastDays: 0,
        reason: 'Too many: exchanges are no risk by themselves.',
        isApproved: true,
      },
    ],
  },
];

const dayMs = 86_400_000;
const dayBefore = (now: number, days: number) => new Date(now - days * dayMs).toISOString().slice(0, 10);

async function write({ compliance }: People, businessId: BusinessId, { form }: DemoRule): Promise<RuleView> {
  const { ruleId } = await saveRule(
    compliance,
    saveRuleForm.parse({ businessId, ruleId: null, version: 0, form: { ...emptyForm, ...form } }),
  );
  return readRule(compliance, businessId, ruleId);
}

/** Returns true if only a start has worked on the rule: it has one version, and the changes of the demo in their order. */
function isUntouched({ state, versions, changes }: RuleView, rule: DemoRule): boolean {
  const oldestFirst = changes.toReversed();
  return (
    state !== 'retired' &&
    versions.length === 1 &&
    oldestFirst.every(({ kind, state: outcome }, at) => {
      const planned = rule.changes[at];
      const isLast = at === oldestFirst.length - 1;
      return kind === planned?.kind && (outcome === 'final' || (outcome === 'proposed' && isLast));
    })
  );
}

/** Proposes and approves what a rule still lacks. */
async function complete(
  people: People,
  businessId: BusinessId,
  rule: DemoRule,
  view: RuleView,
): Promise<void> {
  const { compliance, owner } = people;
  const { ruleId } = view;
  const made = view.changes.toReversed();
  let { version } = view;
  for (const [at, { isApproved, ...change }] of rule.changes.entries()) {
    if (made[at] === undefined)
      ({ version } = await proposeRuleChange(
        compliance,
        proposeChangeForm.parse({ businessId, ruleId, version, ...change }),
      ));
    if (!isApproved || made[at]?.state === 'final') continue;
    await decideRuleChange(owner, { businessId, ruleId, version, answer: 'approve', comment: '' });
    version += 1;
  }
  if (rule.backtestDays === undefined || view.backtest !== null) return;
  const now = compliance.clock.now();
  const days = { from: dayBefore(now, rule.backtestDays), until: dayBefore(now, 0) };
  await backtestRule(compliance, backtestRuleForm.parse({ businessId, ruleId, ...days }));
}

/** Adds the rules that the business has never had, and completes those on which only a start has worked. */
async function completeRules(people: People, businessId: BusinessId): Promise<void> {
  const { compliance } = people;
  const { rows } = await listRules(compliance, businessId);
  const views = await Promise.all(rows.map(({ ruleId }) => readRule(compliance, businessId, ruleId)));
  for (const rule of demoRules) {
    // A person may have renamed the rule since.
    const existing = views.find(({ versions }) => versions.some(({ name }) => name === rule.form.name));
    const view = existing ?? (await write(people, businessId, rule));
    if (isUntouched(view, rule)) await complete(people, businessId, rule, view);
  }
}

/** Adds the rules to each business. Rules that people have changed stay as they are. */
export async function setUpDemoRules(
  context: Context<SystemActor>,
  businesses: readonly BusinessId[],
): Promise<void> {
  const compliance = await signIn(context, demoPeople.compliance, 'compliance', businesses);
  const owner = await signIn(context, demoPeople.owner, 'owner', businesses);
  try {
    for (const businessId of businesses) await completeRules({ compliance, owner }, businessId);
  } finally {
    await signOut(compliance);
    await signOut(owner);
  }
}
