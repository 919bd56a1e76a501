'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { cx } from '#components/ui/cx.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tShell } from '#lib/messages/shell.ts';
import type { BusinessChoice } from './business-choice.ts';
import { BusinessSwitcher } from './business-switcher.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import type { Theme } from './locale.ts';
import { sidebarCookie } from './locale.ts';
import type { NavigationGroup } from './navigation.tsx';
import { BottomBar, NavigationLinks } from './navigation-links.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { Palette, PaletteButton } from './palette.tsx';
import type { Person } from './person.ts';
import { PersonMenu } from './person-menu.tsx';
import { useShortcut } from './shortcuts.ts';
import { storePreference } from './store-preference.ts';
import { VersionNotice } from './version-notice.tsx';

export type AppShellProps = {
  /** All businesses of the person. `businessId` is the current one. */
  businesses: readonly BusinessChoice[];
  businessId: string;
  person: Person;
  /** From `listNavigationGroups`: only pages that are built. */
  groups: readonly NavigationGroup[];
  /** The person may read the records of the business. Without it there is nothing to find. */
  mayRead: boolean;
  /** The person may create payments, and export lists. */
  mayCreate: boolean;
  mayExport: boolean;
  /** The service is the sandbox. */
  sandbox: boolean;
  /** The build that renders this page. */
  build: string;
  /** Age and connection state of the data, shown at the foot of the sidebar. */
  freshness?: ReactNode;
  /** Ends the session; a server action or a function of the browser. */
  onSignOut: () => void | Promise<void>;
  /** From the cookies, so that the first render is correct. */
  theme: Theme;
  narrow: boolean;
  children: ReactNode;
};

/** Sidebar and content. On a phone there are bars at the top and bottom instead of the sidebar. */
export function AppShell({
  businesses,
  businessId,
  person,
  groups,
  mayRead,
  mayCreate,
  mayExport,
  sandbox,
  build,
  freshness,
  onSignOut,
  theme,
  narrow: initialNarrow,
  children,
}: AppShellProps) {
  const [narrow, setNarrow] = useState(initialNarrow);
  const toggle = () => {
    setNarrow(!narrow);
    storePreference(sidebarCookie, narrow ? 'wide' : 'narrow');
  };
  useShortcut(
    {
      keys: '[',
      label: tShell(narrow ? 'widenSidebar' : 'narrowSidebar'),
      group: tShell('shortcuts.everywhere'),
    },
    toggle,
  );
  const items = groups.flatMap((group) => group.items);
  const personMenu = (compact: boolean) => (
    <PersonMenu person={person} compact={compact} theme={theme} onSignOut={onSignOut} />
  );
  return (
    <div className="group/shell flex min-h-dvh">
      <SkipLink href="#content">{tShell('skipToContent')}</SkipLink>
      <SkipLink href="#rows" className="hidden group-has-[#rows]/shell:block">
        {tShell('skipToRows')}
      </SkipLink>
      <aside
        aria-label={tShell('sidebar')}
        data-print="hidden"
        className={cx(
          'sticky top-0 hidden h-dvh shrink-0 flex-col border-line border-e bg-canvas md:flex',
          narrow ? 'w-rail' : 'w-sidebar',
        )}
      >
        <div className="p-2">
          <BusinessSwitcher businesses={businesses} businessId={businessId} narrow={narrow} />
        </div>
        <div className={cx('flex items-center gap-0.5 px-2 pb-2', narrow && 'flex-col')}>
          <div className={cx(!narrow && 'min-w-0 flex-1')}>
            {mayRead && <PaletteButton look={narrow ? 'narrow' : 'wide'} />}
          </div>
          <NotificationBell businessId={businessId} />
        </div>
        <NavigationLinks groups={groups} narrow={narrow} />
        {!narrow && (freshness || sandbox) && (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 text-2xs text-faint">
            {sandbox && <SandboxMark />}
            {freshness}
          </div>
        )}
        <div
          className={cx(
            'flex gap-1 border-line border-t p-2',
            narrow ? 'flex-col items-center' : 'items-center',
          )}
        >
          <div className="min-w-0 flex-1">{personMenu(narrow)}</div>
          <IconButton
            label={tShell(narrow ? 'widenSidebar' : 'narrowSidebar')}
            icon={narrow ? <SpriteIcon name="panel-left-open" /> : <SpriteIcon name="panel-left-close" />}
            onPress={toggle}
            noTooltip
            className="text-faint hover:text-ink"
          />
        </div>
      </aside>
      <div className="flex min-w-0 flex-1 flex-col bg-surface pb-bar md:pb-0">
        <header className="flex h-12 items-center gap-2 border-line border-b bg-canvas px-2 md:hidden">
          <div className="min-w-0 flex-1">
            <BusinessSwitcher businesses={businesses} businessId={businessId} narrow={false} />
          </div>
          {sandbox && <SandboxMark />}
          {mayRead && <PaletteButton look="bar" />}
          <NotificationBell businessId={businessId} />
          {personMenu(true)}
        </header>
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 outline-none">
          <VersionNotice build={build} email={person.email} />
          {children}
        </main>
      </div>
      <BottomBar items={items} foot={freshness} />
      <KeyboardHelp />
      {mayRead && (
        <Palette businessId={businessId} groups={groups} abilities={{ businesses, mayCreate, mayExport }} />
      )}
    </div>
  );
}

/** A link that is visible only with the focus of the keyboard. */
function SkipLink({
  href,
  className,
  children,
}: {
  href: `#${string}`;
  className?: string;
  children: string;
}) {
  return (
    <a
      href={href}
      className={cx(
        'fixed top-2 start-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 font-medium text-on-accent text-sm focus:translate-y-0',
        className,
      )}
    >
      {children}
    </a>
  );
}

/** Shows that the service is the sandbox. */
function SandboxMark() {
  return (
    <span
      aria-description={tShell('sandbox.hint')}
      className="inline-flex h-5 items-center rounded-sm border border-attention-line border-dashed px-1.5 font-medium text-2xs text-attention"
    >
      {tShell('sandbox.label')}
    </span>
  );
}
