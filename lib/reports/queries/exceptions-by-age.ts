import 'server-only';
import { countExceptions } from '#lib/exceptions/index.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ExceptionAge } from '../schema/overview.ts';

/** Days before today at which an age begins, the newest first. The oldest has no end. */
const ages = [
  { key: 'week', from: 6, to: 0 },
  { key: 'month', from: 29, to: 7 },
  { key: 'older', from: null, to: 30 },
] as const;

const dayBefore = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** Counts the open exceptions by the days since they began. `today` is in the time zone of the business. */
export const readExceptionAges = (
  context: Context<PersonActor>,
  businessId: BusinessId,
  today: string,
): Promise<readonly ExceptionAge[]> =>
  Promise.all(
    ages.map(async ({ key, from, to }): Promise<ExceptionAge> => {
      const days = { from: from === null ? null : dayBefore(today, from), to: dayBefore(today, to) };
      return {
        key,
        days,
        count: await countExceptions(context, businessId, { ...wholeList, days: { at: days } }),
      };
    }),
  );
