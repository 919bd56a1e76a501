import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { findTimeZone } from '#lib/businesses/index.ts';
import { readPageSnapshot } from '#lib/database/page-reads.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listProposals, readSetting, readSettings } from '#lib/proposals/index.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { closeProposals, reopeningProposals } from '../close-proposals.ts';
import type { Period } from '../model/period.ts';
import { findLastMonth, findPeriodBefore, findYearBefore } from '../model/period.ts';
import type { StatementFigures, StatementView } from '../schema.ts';
import { basisProposals, openingProposals } from '../setting-proposals.ts';
import { findClosedPeriod } from './closes.ts';
import { readChecklist, readClosingFacts, readObstacle } from './closing.ts';
import type { Run } from './figures.ts';
import { findOpenDay, findRange, readAgreed, readComparison, readFigures } from './figures.ts';
import { readProofs } from './proofs.ts';
import { createUnsignedRowsSql } from './rows-sql.ts';
import { isFirstOpeningAlone } from './sole-person.ts';

/** Names figures, so that a person signs what the page showed. */
export const hashFigures = (figures: StatementFigures): string =>
  createHash('sha256').update(JSON.stringify(figures)).digest('hex');

/** Runs reads of one snapshot, on the standby where one is set. */
export const readSnapshot = <Result>(
  context: Context<PersonActor>,
  read: (run: Run) => Promise<Result>,
): Promise<Result> => readPageSnapshot(context.signal, read);

/** Runs reads of many records in one snapshot, on the standby where one is set. */
export const readLongSnapshot = <Result>(
  context: Context,
  read: (run: Run) => Promise<Result>,
): Promise<Result> => readPageSnapshot(context.signal, read, 'totals');

/** Returns the settings that apply to every statement of a business. The caller has checked the permission. */
export async function readStatementTerms(businessId: BusinessId) {
  const [timeZone, countsCallbacks] = await Promise.all([findTimeZone(businessId), readBasis(businessId)]);
  return { timeZone, countsCallbacks };
}

/** Returns true if amounts of callbacks count as credited. The caller has checked the permission. */
export const readBasis = async (businessId: BusinessId): Promise<boolean> =>
  (await readSetting(basisProposals, businessId)) === 'credited';

/**
 * Returns the figures of a period with what stands against its close.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readClosing(
  context: Context<PersonActor>,
  business: string,
  { currency, period }: Chosen,
) {
  const { businessId } = requirePermission(context, business, 'statement.read');
  const terms = await readStatementTerms(businessId);
  const input = { businessId, currency, days: period, ...terms };
  return readSnapshot(context, (run) => readClosingFacts(run, input, context.clock.now()));
}

const currencyRows = z.array(z.object({ currency: z.string() }));

/** Jumps from one currency to the next in the index, because a business has millions of deposits of a few currencies. */
const currenciesSql = `
  WITH RECURSIVE found AS (
    (SELECT settlement_currency AS currency FROM deposit
      WHERE business_id = $1::uuid AND settlement_currency IS NOT NULL ORDER BY settlement_currency LIMIT 1)
    UNION ALL
    SELECT (SELECT d.settlement_currency FROM deposit d
             WHERE d.business_id = $1::uuid AND d.settlement_currency > found.currency
             ORDER BY d.settlement_currency LIMIT 1)
      FROM found WHERE found.currency IS NOT NULL)
  SELECT currency FROM found WHERE currency IS NOT NULL
  UNION SELECT subject FROM setting WHERE business_id = $1::uuid AND kind = 'opening-position'
  UNION SELECT DISTINCT settlement_currency FROM withdrawal WHERE business_id = $1::uuid AND settlement_currency IS NOT NULL
  UNION SELECT DISTINCT currency FROM bank_line WHERE business_id = $1::uuid
  ORDER BY currency`;

/** Lists the settlement currencies that a business has used. The caller has checked the permission. */
const listStatementCurrencies = async (run: Run, businessId: BusinessId): Promise<readonly string[]> =>
  currencyRows.parse(await run(currenciesSql, [businessId])).map(({ currency }) => currency);

/** The currency and the period of a statement. */
type Chosen = { readonly currency: string; readonly period: Period };

const todayRows = z.tuple([z.object({ today: z.string() })]);

/** Returns the last month that is over at the business. */
async function findDefaultPeriod(run: Run, timeZone: string): Promise<Period> {
  const rows = await run(`SELECT (now() AT TIME ZONE $1::text)::date::text AS today`, [timeZone]);
  return findLastMonth(todayRows.parse(rows)[0].today);
}

/** Completes a choice by the first currency of the business and the last month that is over. */
export async function completeChoice(
  run: Run,
  businessId: BusinessId,
  timeZone: string,
  { currency, period }: Partial<Chosen>,
): Promise<Chosen & { readonly currencies: readonly string[] }> {
  const currencies = await listStatementCurrencies(run, businessId);
  const chosen = currency ?? currencies[0] ?? 'EUR';
  return {
    currency: chosen,
    currencies: currencies.includes(chosen) ? currencies : [...currencies, chosen],
    period: period ?? (await findDefaultPeriod(run, timeZone)),
  };
}

/** Returns the statement that an address chooses. The caller has checked the permission. */
export async function findStatementChoice(
  context: Context<PersonActor>,
  businessId: BusinessId,
  chosen: Partial<Chosen>,
): Promise<Chosen> {
  const { timeZone } = await readStatementTerms(businessId);
  return readSnapshot(context, (run) => completeChoice(run, businessId, timeZone, chosen));
}

/** Returns the settlement currencies of a business, and the last month that is over. The caller has checked the permission. */
export async function listStatementChoices(
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<{ readonly currencies: readonly string[]; readonly period: string }> {
  const { timeZone } = await readStatementTerms(businessId);
  return readSnapshot(context, async (run) => {
    const { currencies, period } = await completeChoice(run, businessId, timeZone, {});
    return { currencies, period: period.text };
  });
}

/** Returns the settlement currencies of a business. The caller has checked the permission. */
export const listSettlementCurrencies = (
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<readonly string[]> => readSnapshot(context, (run) => listStatementCurrencies(run, businessId));

const countRows = z.tuple([z.object({ count: z.number() })]);

/** Counts facts of closed periods that arrived later. They are adjustments of the open period. */
async function countLaterFacts(run: Run, input: Parameters<typeof findRange>[1]): Promise<number> {
  const openDay = findOpenDay(input.agreed);
  if (openDay === null) return 0;
  const range = await findRange(run, { ...input, days: { from: openDay, to: openDay } });
  const found = createUnsignedRowsSql(range, true);
  if (found === null) return 0;
  const rows = await run(
    `SELECT count(*)::int AS count FROM (${found.sql}) AS row WHERE line = 'adjustments'`,
    found.values,
  );
  return countRows.parse(rows)[0].count;
}

/**
 * Returns the view of a statement: a closed period as it was signed, every other one from the totals of its days.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readStatement(
  context: Context<PersonActor>,
  business: string,
  chosen: Partial<Chosen>,
): Promise<StatementView> {
  const { businessId, may } = requirePermission(context, business, 'statement.read', 'statements:read');
  const terms = await readStatementTerms(businessId);
  const read = await readSnapshot(context, async (run) => {
    const choice = await completeChoice(run, businessId, terms.timeZone, chosen);
    const { currency, period, currencies } = choice;
    const agreed = await readAgreed(run, businessId, currency);
    const input = { businessId, currency, days: period, ...terms, agreed };
    const closed = await findClosedPeriod(run, businessId, agreed, period);
    const figures = closed?.signed.figures ?? (await readFigures(run, input));
    const proofs = await readProofs(run, { ...input, figures });
    const compare = (days: Period) => readComparison(run, { ...input, days });
    return {
      currency,
      period,
      currencies,
      figures,
      agreed,
      closed,
      before: await compare(findPeriodBefore(period)),
      yearBefore: await compare(findYearBefore(period)),
      proofs,
      laterFacts: await countLaterFacts(run, input),
      obstacle: await readObstacle(run, input, figures.endsAt, context.clock.now()),
      checklist: closed === null ? await readChecklist(run, businessId, figures, proofs) : [],
    };
  });
  const { currency, agreed, figures, closed } = read;
  const [openings, position, bases, closes, reopenings] = await Promise.all([
    listProposals(context, openingProposals, businessId),
    readSettings(openingProposals, businessId),
    listProposals(context, basisProposals, businessId),
    listProposals(context, closeProposals, businessId),
    listProposals(context, reopeningProposals, businessId),
  ]);
  const last = agreed.closes.at(-1);
  return {
    figures,
    figuresHash: hashFigures(figures),
    period: read.period,
    before: read.before,
    yearBefore: read.yearBefore,
    currencies: read.currencies,
    proofs: read.proofs,
    closed: closed?.period ?? null,
    laterFacts: last === undefined ? 0 : read.laterFacts,
    opening: {
      position: position.get(currency) ?? null,
      isAlone: await isFirstOpeningAlone(database(), { businessId, currency, now: context.clock.now() }),
      proposals: openings.filter(({ subject }) => subject === currency),
    },
    basis: {
      isConfigured: serviceSettings().callbackMeaning.settlementAmount === 'payable',
      counts: terms.countsCallbacks,
      proposals: bases,
    },
    closing: {
      checklist: read.checklist,
      ...read.obstacle,
      proposals: closes.filter(({ subject }) => subject === currency),
      reopenings: reopenings.filter(({ subject }) => subject === closed?.period.closeId),
      canReopen: closed !== null && closed.period.closeId === last?.closeId,
    },
    mayClose: may('period.close'),
    mayDeclare: may('connection.manage'),
    mayExport: may('statement.export'),
  };
}
