'use client';

import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { Time } from '#components/ui/time.tsx';
import { isSearchable, searchLength } from '#lib/lists/model/query.ts';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tPalette } from '#lib/messages/search.ts';
import { tShell } from '#lib/messages/shell.ts';
import { formatCounterparty, toCounterpartyPath } from '#lib/reviews/counterparties/model.ts';
import type { CounterpartyHit } from '#lib/reviews/counterparties/schema.ts';
import type { CaseHit } from '#lib/reviews/queue/schema-hits.ts';
import type { HitKind, SearchHit, SearchView } from '#lib/search/schema/search.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { listSearchLinks } from './list-search-links.ts';
import type { NavigationGroup, NavigationItem } from './navigation.tsx';
import type { PaletteAction } from './palette-actions.ts';
import { requestHref } from './request-href.ts';
import type { SearchResult } from './use-search-result.ts';

/** An address or risk entity that the search found. */
function CounterpartyResult({
  hit,
  href,
  className,
}: {
  hit: CounterpartyHit;
  href: string;
  className: string;
}) {
  const name = formatCounterparty(hit.counterparty);
  return (
    <MenuItem id={href} textValue={name} className={className}>
      <span className="text-muted">
        <Eye aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{ExternalText(name)}</span>
        <span className="block truncate text-muted text-xs">
          {tPalette(hit.isWatched ? 'watchedCounterparty' : `counterparty.${hit.counterparty.kind}`)}
        </span>
      </span>
    </MenuItem>
  );
}

const kinds: Readonly<Record<HitKind, { icon: ReactNode; label: string }>> = {
  payment: { icon: <SpriteIcon name="receipt-text" />, label: tPalette('kinds.payment') },
  intent: { icon: <SpriteIcon name="file-pen" />, label: tPalette('kinds.intent') },
  deposit: { icon: <SpriteIcon name="arrow-down-to-line" />, label: tPalette('kinds.deposit') },
  withdrawal: { icon: <SpriteIcon name="arrow-up-from-line" />, label: tPalette('kinds.withdrawal') },
};

const actionIcons: Readonly<Record<PaletteAction['icon'], ReactNode>> = {
  create: <SpriteIcon name="plus" />,
  export: <SpriteIcon name="download" />,
  business: <SpriteIcon name="building2" />,
  theme: <SpriteIcon name="sun-moon" />,
  help: <SpriteIcon name="circle-help" />,
};

const itemStyle =
  'pressable flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 text-sm outline-none data-focused:bg-hover data-focus-visible:bg-hover [&_svg]:size-4 [&_svg]:shrink-0';
const headStyle = 'px-2.5 pt-2 pb-1 font-medium text-2xs text-faint';

const getHref = (
  businessId: string,
  { mayCreate }: Pick<SearchView, 'mayCreate'>,
  { kind, id }: SearchHit,
) => (kind === 'intent' ? requestHref(businessId, id, mayCreate) : `/${businessId}/${kind}s/${id}`);

const counterpartyHref = (businessId: string, { counterparty }: CounterpartyHit) =>
  `/${businessId}/${toCounterpartyPath(counterparty)}`;

const caseHref = (businessId: string, { caseId }: CaseHit) => `/${businessId}/reviews/${caseId}`;

const pagesFor = (groups: readonly NavigationGroup[], typed: string): readonly NavigationItem[] =>
  groups
    .flatMap(({ items }) => items)
    .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));

/** Returns the id of the first result, for Enter without a selection: an address or a command. */
export function findFirstResult(
  businessId: string,
  groups: readonly NavigationGroup[],
  typed: string,
  found: SearchResult,
  actions: readonly PaletteAction[] = [],
): string | null {
  const { view } = found;
  const hit = view?.hits[0];
  const reviewCase = view?.cases?.[0];
  if (hit === undefined && reviewCase !== undefined) return caseHref(businessId, reviewCase);
  const counterparty = view?.counterparties?.[0];
  if (hit === undefined && counterparty !== undefined) return counterpartyHref(businessId, counterparty);
  return view === null || hit === undefined
    ? (pagesFor(groups, typed)[0]?.href ?? actions[0]?.id ?? null)
    : getHref(businessId, view, hit);
}

/** The matching records, then the pages whose name contains the input. */
export function PaletteResults({
  businessId,
  groups,
  typed,
  found,
  actions = [],
  onGo,
}: {
  businessId: string;
  groups: readonly NavigationGroup[];
  typed: string;
  found: SearchResult;
  /** Actions whose name contains the input. */
  actions?: readonly PaletteAction[];
  onGo: (id: string) => void;
}) {
  const pages = pagesFor(groups, typed);
  const { view } = found;
  const hits = view === null ? [] : view.hits.map((hit) => ({ hit, href: getHref(businessId, view, hit) }));
  const cases = view?.cases ?? [];
  const counterparties = view?.counterparties ?? [];
  const lists = view?.more ? listSearchLinks(businessId, view.lists, typed) : [];
  const menu = (
    <Menu
      aria-label={tPalette('results')}
      className="min-h-24 overflow-y-auto p-1.5 outline-none"
      onAction={(key) => onGo(String(key))}
      renderEmptyState={() => <EmptyResults typed={typed} found={found} />}
    >
      {hits.length > 0 && (
        <MenuSection>
          <Header className={headStyle}>{tPalette('records')}</Header>
          {hits.map(({ hit, href }) => (
            <Hit key={href} hit={hit} href={href} />
          ))}
          {lists.map(({ href, label }) => (
            <MenuItem key={href} id={href} textValue={label} className={itemStyle}>
              <span className="text-muted">
                <SpriteIcon name="list" />
              </span>
              {label}
            </MenuItem>
          ))}
        </MenuSection>
      )}
      {cases.length > 0 && (
        <MenuSection>
          <Header className={headStyle}>{tPalette('cases')}</Header>
          {cases.map((hit) => (
            <ReviewCaseHit key={hit.caseId} hit={hit} href={caseHref(businessId, hit)} />
          ))}
        </MenuSection>
      )}
      {counterparties.length > 0 && (
        <MenuSection>
          <Header className={headStyle}>{tPalette('counterparties')}</Header>
          {counterparties.map((hit) => {
            const href = counterpartyHref(businessId, hit);
            return <CounterpartyResult key={href} hit={hit} href={href} className={itemStyle} />;
          })}
        </MenuSection>
      )}
      {pages.length > 0 && (
        <MenuSection>
          <Header className={headStyle}>{tShell('pages')}</Header>
          {pages.map((page) => (
            <PageItem key={page.href} page={page} />
          ))}
        </MenuSection>
      )}
      {actions.length > 0 && (
        <MenuSection>
          <Header className={headStyle}>{tPalette('actionsTitle')}</Header>
          {actions.map(({ id, label, icon }) => (
            <MenuItem key={id} id={id} textValue={label} className={itemStyle}>
              <span className="text-muted">{actionIcons[icon]}</span>
              {label}
            </MenuItem>
          ))}
        </MenuSection>
      )}
    </Menu>
  );
  // Without this error, pages alone would suggest that no record matches.
  const isHidden = found.failure !== null && pages.length + actions.length > 0;
  return (
    <>
      {isHidden && (
        <p role="alert" className="px-4 pt-3 text-bad text-sm">
          {tPalette('failed', { reason: found.failure ?? '' })}
        </p>
      )}
      {menu}
    </>
  );
}

function PageItem({ page }: { page: NavigationItem }) {
  return (
    <MenuItem id={page.href} textValue={page.label} className={itemStyle}>
      <span className="text-muted">
        <SpriteIcon name={page.icon} />
      </span>
      {page.label}
    </MenuItem>
  );
}

function Hit({ hit, href }: { hit: SearchHit; href: string }) {
  const { icon, label } = kinds[hit.kind];
  const name = hit.reference ?? shorten(hit.id);
  return (
    <MenuItem id={href} textValue={tPalette('hitName', { kind: label, name })} className={itemStyle}>
      <span className="text-muted">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="truncate font-medium">{ExternalText(name)}</span>
          <Status kind={hit.kind} value={hit.status} />
        </span>
        <span className="block truncate text-muted text-xs">
          {tPalette.rich('hit', {
            kind: label,
            field: tPalette(`fields.${hit.field}`),
            value: () =>
              hit.value !== name && (
                <span key="value" className="font-mono">
                  {ExternalText(hit.value)}
                </span>
              ),
          })}
        </span>
      </span>
      <span className="max-w-1/2 text-end">
        {hit.amount !== null && (
          <ProvisionalAmount
            inLink
            amount={hit.amount}
            provisional={hit.provisional}
            currency={hit.currency}
          />
        )}
        <span className="block text-muted text-xs">
          <Time at={toUnixSeconds(hit.at)} />
        </span>
      </span>
    </MenuItem>
  );
}

function ReviewCaseHit({ hit, href }: { hit: CaseHit; href: string }) {
  const name = tReviewTerms('caseNumber', { number: String(hit.number) });
  return (
    <MenuItem id={href} textValue={name} className={itemStyle}>
      <span className="text-muted">
        <SpriteIcon name="shield-check" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="truncate font-medium">{name}</span>
          <span className="text-muted text-xs">{tReviewTerms(`caseStates.${hit.state}`)}</span>
        </span>
        {hit.field !== 'number' && (
          <span className="block truncate text-muted text-xs">
            {tReviewTerms(`foundBy.${hit.field}`)} {ExternalText(hit.value)}
          </span>
        )}
      </span>
      <span className="text-muted text-xs">
        <Time at={toUnixSeconds(hit.at)} />
      </span>
    </MenuItem>
  );
}

function EmptyResults({ typed, found }: { typed: string; found: SearchResult }) {
  if (found.failure !== null) return <Note>{found.failure}</Note>;
  if (found.isPending) return <Note>{tPalette('searching')}</Note>;
  if (!isSearchable(typed)) return <Note>{tPalette('tooLong', { limit: String(searchLength) })}</Note>;
  return (
    <Note>
      {tPalette.rich('none', {
        typed: () => (
          <span key="typed" className="break-all font-mono">
            {typed}
          </span>
        ),
      })}
    </Note>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="px-2.5 py-6 text-center text-muted text-sm">{children}</p>
);
