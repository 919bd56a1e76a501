'use client';

import { ArrowDownToLine, ArrowUpFromLine, FilePen, List, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { Time } from '#components/ui/time.tsx';
import { canBeFound, searchLength } from '#lib/lists/model/query.ts';
import type { HitKind, SearchHit, SearchView } from '#lib/search/schema/search.ts';
import { inSeconds } from '#lib/values/instant.ts';
import type { NavigationGroup, NavigationItem } from './navigation.tsx';
import { requestHref } from './request-href.ts';
import { seeAll } from './see-all.ts';
import type { Found } from './use-found.ts';

const kinds: Readonly<Record<HitKind, { icon: ReactNode; word: string }>> = {
  payment: { icon: <ReceiptText aria-hidden />, word: 'Payment' },
  intent: { icon: <FilePen aria-hidden />, word: 'Payment request' },
  deposit: { icon: <ArrowDownToLine aria-hidden />, word: 'Deposit' },
  withdrawal: { icon: <ArrowUpFromLine aria-hidden />, word: 'Withdrawal' },
};

const itemStyle =
  'pressable flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 text-sm outline-none data-focused:bg-hover data-focus-visible:bg-hover [&_svg]:size-4 [&_svg]:shrink-0';
const headStyle = 'px-2.5 pt-2 pb-1 font-medium text-2xs text-faint';

const hrefOf = (businessId: string, { mayCreate }: Pick<SearchView, 'mayCreate'>, { kind, id }: SearchHit) =>
  kind === 'intent' ? requestHref(businessId, id, mayCreate) : `/${businessId}/${kind}s/${id}`;

const pagesFor = (groups: readonly NavigationGroup[], typed: string): readonly NavigationItem[] =>
  groups
    .flatMap(({ items }) => items)
    .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));

/** Where Enter leads while nothing is chosen: the first of what is shown. */
export function findFirstResult(
  businessId: string,
  groups: readonly NavigationGroup[],
  typed: string,
  found: Found,
): string | null {
  const { view } = found;
  const hit = view?.hits[0];
  return view === null || hit === undefined
    ? (pagesFor(groups, typed)[0]?.href ?? null)
    : hrefOf(businessId, view, hit);
}

/** Records first where any are found, then pages whose name holds what is typed. */
export function PaletteResults({
  businessId,
  groups,
  typed,
  found,
  onGo,
}: {
  businessId: string;
  groups: readonly NavigationGroup[];
  typed: string;
  found: Found;
  onGo: (href: string) => void;
}) {
  const pages = pagesFor(groups, typed);
  const { view } = found;
  const hits = view === null ? [] : view.hits.map((hit) => ({ hit, href: hrefOf(businessId, view, hit) }));
  const lists = view?.more ? seeAll(businessId, view.lists, typed) : [];
  const menu = (
    <Menu
      aria-label="Found"
      className="min-h-24 overflow-y-auto p-1.5 outline-none"
      onAction={(key) => onGo(String(key))}
      renderEmptyState={() => <Nothing typed={typed} found={found} />}
    >
      {hits.length > 0 && (
        <MenuSection>
          <Header className={headStyle}>Records</Header>
          {hits.map(({ hit, href }) => (
            <Hit key={href} hit={hit} href={href} />
          ))}
          {lists.map(({ href, label }) => (
            <MenuItem key={href} id={href} textValue={label} className={itemStyle}>
              <span className="text-muted">
                <List aria-hidden />
              </span>
              {label}
            </MenuItem>
          ))}
        </MenuSection>
      )}
      {pages.length > 0 && (
        <MenuSection>
          <Header className={headStyle}>Pages</Header>
          {pages.map((page) => (
            <PageItem key={page.href} page={page} />
          ))}
        </MenuSection>
      )}
    </Menu>
  );
  // Pages alone would look as if there were no such record.
  const isHidden = found.failure !== null && pages.length > 0;
  return (
    <>
      {isHidden && (
        <p role="alert" className="px-4 pt-3 text-bad text-sm">
          Records could not be looked up. {found.failure}
        </p>
      )}
      {menu}
    </>
  );
}

function PageItem({ page }: { page: NavigationItem }) {
  return (
    <MenuItem id={page.href} textValue={page.label} className={itemStyle}>
      <span className="text-muted">{page.icon}</span>
      {page.label}
    </MenuItem>
  );
}

function Hit({ hit, href }: { hit: SearchHit; href: string }) {
  const { icon, word } = kinds[hit.kind];
  const name = hit.reference ?? shorten(hit.id);
  return (
    <MenuItem id={href} textValue={`${word} ${name}`} className={itemStyle}>
      <span className="text-muted">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="truncate font-medium">{ExternalText(name)}</span>
          <Status kind={hit.kind} value={hit.status} />
        </span>
        <span className="block truncate text-muted text-xs">
          {word} · {hit.field} <span className="font-mono">{ExternalText(hit.value)}</span>
        </span>
      </span>
      <span className="max-w-1/2 text-right">
        {hit.amount !== null && (
          <ProvisionalAmount amount={hit.amount} provisional={hit.provisional} currency={hit.currency} />
        )}
        <span className="block text-muted text-xs">
          <Time at={inSeconds(hit.at)} />
        </span>
      </span>
    </MenuItem>
  );
}

function Nothing({ typed, found }: { typed: string; found: Found }) {
  if (found.failure !== null) return <Words>{found.failure}</Words>;
  if (found.isPending) return <Words>Looking…</Words>;
  if (!canBeFound(typed)) return <Words>Nothing can be found by more than {searchLength} characters.</Words>;
  return (
    <Words>
      Nothing begins with <span className="break-all font-mono">{typed}</span>. References, ids, addresses,
      tags and transactions are found by how they begin.
    </Words>
  );
}

const Words = ({ children }: { children: ReactNode }) => (
  <p className="px-2.5 py-6 text-center text-muted text-sm">{children}</p>
);
