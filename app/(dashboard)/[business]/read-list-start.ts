import 'server-only';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ListStart } from '#components/list/query/use-list.ts';
import { displaySettingsCookie, readDisplaySettings } from '#components/list/table/display-settings.ts';
import type { ReadQuery } from '#components/query/query-hydration.tsx';
import { countKey, labelsKey, listKey } from '#components/query/query-keys.ts';
import type { Permission, Scope } from '#lib/access/index.ts';
import { requirePageAccess, toOwnCookieName } from '#lib/access/index.ts';
import { listLabels } from '#lib/annotations/index.ts';
import type { ListPage, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import {
  countWholeList,
  listAddress,
  parseListQuery,
  restrictSpec,
  toFilterAddress,
} from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { canShareViews, listBuiltInViews, listViews } from '#lib/saved-views/index.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';
import { Problem } from '#lib/values/errors.ts';

export type ListPageProps = {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Requirements of a list beyond reading the business and exporting. */
type Needs = {
  readonly access?: typeof requirePageAccess;
  readonly see?: Permission;
  readonly take?: Permission;
  /** The page of the list within the business, where it isn't the list's name. */
  readonly path?: string;
};

/** Leaves a list that takes too long to the browser, which shows its filters and asks for a period. */
function leaveToBrowser(error: unknown): null {
  if (error instanceof Problem && error.code === 'unavailable') return null;
  throw error;
}

/** Reads the list's page at this address for the first render. Access is checked here and in `read`. */
export async function readListStart<Row>(
  { params, searchParams }: ListPageProps,
  spec: ListSpec & { readonly name: ViewList },
  read: (context: Context<PersonActor>, business: string, query: ListQuery) => Promise<ListPage<Row>>,
  { access = requirePageAccess, see = 'read', take = 'export', path = spec.name }: Needs = {},
): Promise<{
  start: ListStart;
  queries: readonly ReadQuery[];
  scope: Scope;
  context: Context<PersonActor>;
}> {
  const { context, scope } = await access((await params).business, see);
  const search = await searchParams;
  const views = await listViews(context, scope.businessId, spec.name);
  const first = views.find(({ isDefault }) => isDefault);
  // Without any parameters the list opens with the person's default view.
  if (first && Object.keys(search).length === 0)
    redirect(`/${scope.businessId}/${path}?${first.query}&view=${first.viewId}`);
  const mayRisk = scope.may('risk.read');
  const { query } = parseListQuery(
    restrictSpec(spec, mayRisk),
    (name) => [search[name]].flat().join(',') || null,
  );
  const isLabelled = Object.hasOwn(spec.filters, 'label');
  const [page, labels] = await Promise.all([
    read(context, scope.businessId, query).catch(leaveToBrowser),
    isLabelled ? listLabels(context, scope.businessId) : [],
  ]);
  const { businessId } = scope;
  const at = context.clock.now();
  const count = page && countWholeList(page);
  return {
    scope,
    context,
    queries: [
      ...(page === null
        ? []
        : [{ queryKey: listKey(businessId, spec.name, listAddress(query)), data: page, at }]),
      ...(count === null
        ? []
        : [{ queryKey: countKey(businessId, spec.name, toFilterAddress(query)), data: count, at }]),
      ...(isLabelled ? [{ queryKey: labelsKey(businessId, true), data: labels, at }] : []),
    ],
    start: {
      businessId,
      ...(mayRisk && { mayRisk }),
      displaySettings: readDisplaySettings(
        (await cookies()).get(toOwnCookieName(displaySettingsCookie(spec.name)))?.value,
      ),
      views: [...listBuiltInViews(spec.name), ...views],
      mayShare: canShareViews(scope, spec.name),
      mayExport: scope.may(take),
    },
  };
}
