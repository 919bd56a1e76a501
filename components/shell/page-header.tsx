import Link from 'next/link';
import type { ReactNode } from 'react';
import { LinkProgress } from '#components/ui/link-progress.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tShell } from '#lib/messages/shell.ts';

/** The id of the page's heading: `<DataTable labelledBy={pageTitleId}>` names the list by it. */
export const pageTitleId = 'page-title';

/** The id of a list's rows, to which `AppShell` has a skip link. */
export const rowsId = 'rows';

export type PageHeaderProps = {
  /** Our own text, or an external text from `ExternalText`. */
  title: ReactNode;
  /** A formatted count, shown after the title. */
  count?: ReactNode;
  /** A button that copies the title. */
  copy?: ReactNode;
  /** A status, shown beside the title. */
  mark?: ReactNode;
  /** One line, shown below the title. */
  description?: ReactNode;
  /** A link to the parent page, shown above the title. */
  back?: { readonly href: string; readonly label: string };
  /** A SearchField. */
  search?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  /** The primary button, shown last. On a phone it is beside the title. */
  main?: ReactNode;
  /** FilterChips and the button that adds them. */
  filters?: ReactNode;
};

/** The head of every page: title, count, search, actions and filters. */
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
          className="relative -ms-1 inline-flex w-fit items-center gap-0.5 rounded-sm text-muted text-xs hover:text-ink"
        >
          <SpriteIcon name="chevron-left" className="size-3.5" />
          {back.label}
          <LinkProgress />
        </Link>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 md:gap-x-4">
        {/* On a phone the description is below the title and its button, as wide as the page. */}
        <div className="min-w-0 flex-1 basis-44 max-md:contents md:basis-60">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-1 max-md:flex-1 max-md:basis-44">
            <div className="flex min-w-0 items-center gap-1">
              <h1 id={pageTitleId} className="min-w-0 break-words font-semibold text-xl">
                {title}
              </h1>
              {copy}
            </div>
            {count !== undefined && <span className="text-base text-faint tabular-nums">{count}</span>}
            {mark && <span className="self-center">{mark}</span>}
          </div>
          {description && (
            <div className="text-muted text-sm max-md:order-1 max-md:-mt-2 max-md:basis-full md:mt-0.5">
              {description}
            </div>
          )}
        </div>
        {search && (
          <div className="min-w-44 max-w-80 flex-1 basis-44 max-md:order-1 max-md:max-w-none">{search}</div>
        )}
        {(actions || main) && (
          // Takes no space where the role has no button.
          <div className="flex flex-wrap items-center gap-2 max-md:contents md:has-[>:only-child:empty]:hidden">
            {actions && (
              // On a phone as many of them as fit are beside the search.
              <div className="contents max-md:*:order-1">{actions}</div>
            )}
            {main}
          </div>
        )}
      </div>
      {filters && <div className="flex flex-wrap items-center gap-1.5">{filters}</div>}
    </header>
  );
}

/** The content below the header, with margins. Lists omit it, because their tables are full width. */
export function PageBody({ children }: { children: ReactNode }) {
  return (
    <div data-page-body className="flex flex-col gap-6 px-4 pb-8">
      {children}
    </div>
  );
}

/** Two columns: the record, and its facts beside it. On narrow pages the facts are below. */
export function PageColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid gap-6 px-4 pb-8 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
      <aside aria-label={tShell('facts')} data-record-facts className="flex min-w-0 flex-col gap-6">
        {aside}
      </aside>
    </div>
  );
}
