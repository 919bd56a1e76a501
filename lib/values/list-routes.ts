/** The lists of a business, by their names in addresses. Each has a page, a count and a file. */
export const listNames = [
  'payments',
  'deposits',
  'refunds',
  'withdrawals',
  'exceptions',
  'callbacks',
  'reviews',
  'case-reports',
  'audit',
] as const;
export type ListName = (typeof listNames)[number];

/** The lists with totals. */
const totaledListNames = [
  'payments',
  'deposits',
  'refunds',
  'withdrawals',
  'exceptions',
  'reviews',
] as const satisfies readonly ListName[];
export type TotaledListName = (typeof totaledListNames)[number];

/** The lists whose records can be read one by one, each with the name of such a record. */
const recordNames = {
  payments: 'payment',
  deposits: 'deposit',
  withdrawals: 'withdrawal',
  callbacks: 'message',
  reviews: 'case',
  audit: 'entry',
  intents: 'intent',
  raw: 'observation',
} as const;
export type RecordListName = keyof typeof recordNames;

/** The lists whose records have a timeline. */
const timelineNames = ['payments', 'deposits', 'withdrawals'] as const satisfies readonly RecordListName[];
export type TimelineName = (typeof timelineNames)[number];

/** Returns the routes for which a route with `[list]` stands, for example `payments/[payment]`. */
export function expandListRoute(route: string): readonly { readonly route: string; readonly list: string }[] {
  const isTimeline = route.includes('[record]/timeline');
  const names = isTimeline
    ? timelineNames
    : route.includes('[record]')
      ? Object.keys(recordNames)
      : route.includes('/totals')
        ? totaledListNames
        : listNames;
  const records = new Map<string, string>(Object.entries(recordNames));
  return names.map((list) => ({
    list,
    route: route.replace('[list]', list).replace('[record]', `[${records.get(list) ?? 'record'}]`),
  }));
}
