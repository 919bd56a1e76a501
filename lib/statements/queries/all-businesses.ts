import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { listBusinesses } from '#lib/businesses/index.ts';
import type { BusinessLabel } from '#lib/businesses/schema.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Period } from '../model/period.ts';
import type { AllStatementsView } from '../schema-all.ts';
import { findClosedPeriod } from './closes.ts';
import { readAgreed, readFigures } from './figures.ts';
import { completeChoice, readSnapshot, readStatementTerms } from './statement.ts';

type Permitted = BusinessLabel & { readonly mayRead: boolean; readonly mayExport: boolean };

/** Returns the person's businesses, and whether their role at each allows reports. */
export async function listReportingBusinesses(context: Context<PersonActor>): Promise<readonly Permitted[]> {
  return (await listBusinesses(context)).map((business) => {
    const { may } = requirePermission(context, business.businessId, 'account.use');
    return { ...business, mayRead: may('statement.read'), mayExport: may('statement.export') };
  });
}

/** Returns the statements of one business: a closed period as it was signed, every other one from the totals of its days. */
async function readSection(context: Context<PersonActor>, business: Permitted, period: Period) {
  const { businessId, name, mayExport } = business;
  const terms = await readStatementTerms(businessId);
  const statements = await readSnapshot(context, async (run) => {
    const { currencies } = await completeChoice(run, businessId, terms.timeZone, { period });
    const found: AllStatementsView['sections'][number]['statements'][number][] = [];
    for (const currency of currencies) {
      const agreed = await readAgreed(run, businessId, currency);
      const closed = await findClosedPeriod(run, businessId, agreed, period);
      const input = { businessId, currency, days: period, ...terms, agreed };
      const figures = closed?.signed.figures ?? (await readFigures(run, input));
      found.push({ figures, isClosed: closed !== null });
    }
    return found;
  });
  return { businessId, name, timeZone: terms.timeZone, mayExport, statements };
}

/**
 * Returns the statements of all businesses of the person, a section for each, where the role there allows it. Each section
 * has its own time zone and currencies, and nothing is added across businesses.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readAllStatements(
  context: Context<PersonActor>,
  business: string,
  chosen: Period | undefined,
): Promise<AllStatementsView> {
  const { businessId } = requirePermission(context, business, 'statement.read');
  const period = await findCommonPeriod(context, businessId, chosen);
  const businesses = await listReportingBusinesses(context);
  const sections: AllStatementsView['sections'][number][] = [];
  // One after the other, so that a person with many businesses holds one connection.
  for (const one of businesses) if (one.mayRead) sections.push(await readSection(context, one, period));
  return {
    period,
    sections,
    leftOut: businesses.filter(({ mayRead }) => !mayRead).map(({ name }) => name),
  };
}

/** Returns the chosen period, or the last month that is over at a business. The caller has checked the permission. */
export async function findCommonPeriod(
  context: Context<PersonActor>,
  businessId: BusinessLabel['businessId'],
  chosen: Period | undefined,
): Promise<Period> {
  if (chosen !== undefined) return chosen;
  const { timeZone } = await readStatementTerms(businessId);
  return (await readSnapshot(context, (run) => completeChoice(run, businessId, timeZone, {}))).period;
}
