import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { noSecrets } from '#lib/platform/mask-secrets.ts';
import { callbackSecrets } from '#lib/service/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { changesBetween, readRecord, shownRaw, storedObject, unnamedFields } from './business-record.ts';
import { latestReadings, readingTimes } from './reading-store.ts';
import type { AcceptedTerms, BusinessChange, BusinessLabel, BusinessView } from './schema.ts';

/** How many changes of the record are shown. */
const mostChanges = 50;

/** The businesses that the person has a role at, by name. */
export async function listBusinesses(context: Context<PersonActor>): Promise<readonly BusinessLabel[]> {
  const rows = await database().business.findMany({
    where: { id: { in: [...context.actor.roles.keys()] } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, timeZone: true },
  });
  return rows.map(({ id, name, timeZone }) => ({ businessId: toId<BusinessId>(id), name, timeZone }));
}

async function labelOf(businessId: BusinessId): Promise<BusinessLabel> {
  const row = await database().business.findUnique({
    where: { id: businessId },
    select: { name: true, timeZone: true },
  });
  if (row === null) throw new Problem('not-found', 'There is no such business, or you have no part in it.');
  return { businessId, name: row.name, timeZone: row.timeZone };
}

/** The IANA name of the zone in which the business's days are cut. */
export async function readTimeZone(context: Context<PersonActor>, business: string): Promise<string> {
  const { businessId } = requirePermission(context, business, 'read');
  return (await labelOf(businessId)).timeZone;
}

/** The record as last read, its age, and the error of the latest attempt. */
export async function businessView(context: Context<PersonActor>, business: string): Promise<BusinessView> {
  const { businessId } = requirePermission(context, business, 'read');
  const [latest] = await latestReadings(businessId, 'business', 1);
  const label = await labelOf(businessId);
  const times = await readingTimes(businessId, 'business', latest);
  if (latest === undefined) return { ...label, ...times, record: null, flaws: [], unnamed: [], raw: null };
  const received = storedObject(latest.body);
  const secrets = await callbackSecrets();
  const { record, flaws } = readRecord(received, secrets);
  return {
    ...label,
    ...times,
    record,
    flaws,
    unnamed: unnamedFields(received, secrets),
    raw: shownRaw(received, secrets),
  };
}

/** Each time that the record was found changed, newest first; the last entry is the first reading if it is that old. */
export async function businessHistory(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly BusinessChange[]> {
  const { businessId } = requirePermission(context, business, 'read');
  const readings = await latestReadings(businessId, 'business', mostChanges + 1);
  const secrets = await callbackSecrets();
  return readings.slice(0, mostChanges).map((reading, index) => {
    const before = readings[index + 1];
    return {
      at: reading.firstStartedAt,
      changes: before ? changesBetween(storedObject(before.body), storedObject(reading.body), secrets) : [],
    };
  });
}

/** What the record lets a payment request use. */
export async function acceptedBy(context: Context<PersonActor>, business: string): Promise<AcceptedTerms> {
  const { businessId } = requirePermission(context, business, 'read');
  const [latest] = await latestReadings(businessId, 'business', 1);
  const record = latest ? readRecord(storedObject(latest.body), noSecrets).record : {};
  return {
    displayCurrencies: record.supportedDisplayCurrencies ?? null,
    depositCurrencies: record.supportedDepositCurrencies ?? null,
    networks: record.supportedDepositCurrenciesWithNetworks ?? null,
  };
}
