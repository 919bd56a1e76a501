import { ChevronLeft } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';

/** The id of the page's heading: `<DataTable labelledBy={pageTitleId}>` names the list by it. */
export const pageTitleId = 'page-title';

export type PageHeaderProps = {
  /** Words of ours, or what `asTold` makes of what somebody else wrote. */
  title: ReactNode;
  /** How many there are, after the title; formatted by the page. */
  count?: ReactNode;
  /** Copies the title: it stays beside its last word. */
  copy?: ReactNode;
  /** Beside the title: a status. */
  mark?: ReactNode;
  /** One line under the title. */
  description?: ReactNode;
  /** The way up, above the title. */
  back?: { readonly href: string; readonly label: string };
  /** A SearchField. */
  search?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** The page's main button, last of all; on a phone it stands beside the title. */
  main?: ReactNode;
  /** FilterChips and what adds them. */
  filters?: ReactNode;
};

/** The head of every page: title, count, search, actions; below them the filters as chips. */
export function PageHeader({
  title,
  count,
  copy,
  mark,
  description,
  back,
  search,
  actions,
  main,
  filters,
}: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-3 px-4 pt-4 pb-3">
      {back && (
        <Link
          href={back.href}
          className="-ml-1 inline-flex w-fit items-center gap-0.5 rounded-sm text-muted text-xs hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-3.5" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 md:gap-x-4">
        <div className="min-w-0 flex-1 basis-44 md:basis-60">
          <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <div className="flex min-w-0 items-center gap-1">
              <h1 id={pageTitleId} className="min-w-0 break-words font-semibold text-xl">
                {title}
              </h1>
              {copy}
            </div>
            {count !== undefined && <span className="text-base text-faint tabular-nums">{count}</span>}
            {mark && <span className="self-center">{mark}</span>}
          </div>
          {description && <div className="mt-0.5 text-muted text-sm">{description}</div>}
        </div>
        {search && (
          <div className="min-w-44 flex-1 max-md:order-1 md:w-72 md:flex-none xl:w-80">{search}</div>
        )}
        {(actions || main) && (
          // What the role leaves without a button takes no room either.
          <div className="flex flex-wrap items-center gap-2 max-md:contents md:has-[>:only-child:empty]:hidden">
            {actions && (
              <div className="flex flex-wrap items-center gap-2 empty:hidden max-md:order-1 md:contents">
                {actions}
              </div>
            )}
            {main}
          </div>
        )}
      </div>
      {filters && <div className="flex flex-wrap items-center gap-1.5">{filters}</div>}
    </header>
  );
}

/** The rest of a page under its header, with the page's margins. Lists go without: their tables are full width. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-6 px-4 pb-8">{children}</div>;
}

/** Two thirds and one: the object at the left, facts about it at the right; below each other where it is narrow. */
export function PageColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid gap-6 px-4 pb-8 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
      <aside aria-label="Facts" className="flex min-w-0 flex-col gap-6">
        {aside}
      </aside>
    </div>
  );
}
