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
  saveRule,
} from '#lib/reviews/index.ts';
import type { RuleForm } from '#lib/reviews/rules/model/form.ts';
import { emptyForm } from '#lib/reviews/rules/model/form.ts';
import { backtestRuleForm, proposeChangeForm, saveRuleForm } from '#lib/reviews/rules/schema/forms.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import type { DemoPerson } from './people.ts';
import { demoPeople } from './people.ts';

/**
 * Adds rules to a demo business in every state that the page can show. Its people make them through the usual
 * verbs.
 */

/** Opens a session for a person who acts in the first data: approvals need one with a recent authentication. */
async function signIn(
  context: Context<SystemActor>,
  person: DemoPerson,
  role: Role,
  businesses: readonly BusinessId[],
): Promise<Context<PersonActor>> {
  const { email, name } = person;
  const personId = await createPerson(context, person);
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
  return createContext({ kind: 'person', personId, sessionId, email, name, roles });
}

/** Ends the session. */
async function signOut({ actor, clock }: Context<PersonActor>): Promise<void> {
  await inTransaction((transaction) =>
    endSession(transaction, { ...actor, reason: 'sign-out' }, clock.now()),
  );
}

type People = { readonly compliance: Context<PersonActor>; readonly owner: Context<PersonActor> };
type Known = { readonly ruleId: string; readonly version: number };

const write = ({ compliance }: People, businessId: BusinessId, form: Partial<RuleForm>): Promise<Known> =>
  saveRule(
    compliance,
    saveRuleForm.parse({ businessId, ruleId: null, version: 0, form: { ...emptyForm, ...form } }),
  );

const propose = async (
  { compliance }: People,
  businessId: BusinessId,
  { ruleId, version }: Known,
  change: { readonly kind: 'activate' | 'pause'; readonly pastDays: number; readonly reason: string },
): Promise<Known> => ({
  ruleId,
  version: (
    await proposeRuleChange(compliance, proposeChangeForm.parse({ businessId, ruleId, version, ...change }))
  ).version,
});

async function approve(
  { owner }: People,
  businessId: BusinessId,
  { ruleId, version }: Known,
): Promise<Known> {
  await decideRuleChange(owner, { businessId, ruleId, version, answer: 'approve', comment: '' });
  return { ruleId, version: version + 1 };
}

const dayMs = 86_400_000;
const dayBefore = (now: number, days: number) => new Date(now - days * dayMs).toISOString().slice(0, 10);

async function createRules(people: People, businessId: BusinessId): Promise<void> {
  const large = await write(people, businessId, {
    name: 'Large deposit',
    figure: 'eur',
    currency: 'EUR',
    over: '1500',
  });
  const activation = {
    kind: 'activate',
    pastDays: 30,
    reason: 'Risk assessment of the year, point 4.',
  } as const;
  await approve(people, businessId, await propose(people, businessId, large, activation));

  const burst = await write(people, businessId, {
    name: 'Many deposits from one address',
    kind: 'velocity',
    times: '3',
    hours: '24',
  });
  const reason = 'Structuring: amounts below every other threshold.';
  await propose(people, businessId, burst, { kind: 'activate', pastDays: 0, reason });

  const fresh = await write(people, businessId, {
    name: 'New address with a large amount',
    kind: 'new-address',
    currency: 'USDT',
    over: '500',
  });
  const until = people.compliance.clock.now();
  const days = { from: dayBefore(until, 60), until: dayBefore(until, 0) };
  await backtestRule(
    people.compliance,
    backtestRuleForm.parse({ businessId, ruleId: fresh.ruleId, ...days }),
  );

  const exchanges = await write(people, businessId, {
    name: 'Sent from an exchange',
    kind: 'category',
    match: 'contains',
    category: 'exchange',
  });
  const always = { kind: 'activate', pastDays: 0, reason: 'To learn how often that happens.' } as const;
  const active = await approve(people, businessId, await propose(people, businessId, exchanges, always));
  const pauseChange = {
    kind: 'pause',
    pastDays: 0,
    reason: 'Too many: exchanges are no risk by themselves.',
  } as const;
  await approve(people, businessId, await propose(people, businessId, active, pauseChange));
}

/** Adds the rules once for each business. Existing rules are left unchanged. */
export async function setUpDemoRules(
  context: Context<SystemActor>,
  businesses: readonly BusinessId[],
): Promise<void> {
  const compliance = await signIn(context, demoPeople.compliance, 'compliance', businesses);
  const owner = await signIn(context, demoPeople.owner, 'owner', businesses);
  try {
    for (const businessId of businesses) {
      const { rows } = await listRules(compliance, businessId);
      if (rows.length === 0) await createRules({ compliance, owner }, businessId);
    }
  } finally {
    await signOut(compliance);
    await signOut(owner);
  }
}
