'use client';

import { useRouter } from 'next/navigation';
import type { KeyboardEvent } from 'react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { startDownload } from '#components/list/exports/start-download.ts';
import { AriaFrame } from '#components/ui/aria-frame.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tShell } from '#lib/messages/shell.ts';
import { openKeyboardHelp } from './keyboard-help.tsx';
import { themes } from './locale.ts';
import type { NavigationGroup } from './navigation.tsx';
import type { PaletteAbilities } from './palette-actions.ts';
import { commandPrefix, listActions } from './palette-actions.ts';
import { findFirstResult, PaletteResults } from './palette-results.tsx';
import { paletteStyle as look } from './palette-style.ts';
import { applyTheme } from './theme.ts';
import type { PendingEnter } from './use-pending-enter.ts';
import { useSearchResult } from './use-search-result.ts';

const firstField =
  'main form :is(input:not([type=search], [type=hidden], [type=checkbox]), select, textarea):enabled';

/** Milliseconds in which a page usually opens. */
const openingMs = 5_000;

/**
 * Focuses the content of the page at this address when it appears, then its first form's first field, unless the person goes to
 * another field.
 */
function focusOpenedPage(address: string): void {
  const left = window.location.href;
  const opened = new URL(address, left);
  let before = document.activeElement;
  let isThere = false;
  const observer = new MutationObserver(() => {
    const active = document.activeElement;
    const isElsewhere = active !== before && (isThere || active?.matches('input, textarea, select') === true);
    if (isElsewhere) return observer.disconnect();
    const { href, pathname } = window.location;
    // The address of a business leads on to the person's first page there.
    const isOpened =
      href === left
        ? href === opened.href
        : pathname === opened.pathname || pathname.startsWith(`${opened.pathname}/`);
    if (!isOpened) return;
    if (!isThere) {
      isThere = true;
      document.getElementById('content')?.focus({ preventScroll: true });
      before = document.activeElement;
    }
    const field = document.querySelector<HTMLElement>(firstField);
    field?.focus({ preventScroll: true });
    if (field !== null) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), openingMs);
}

/** The open palette: a search field and its results. */
export function PaletteOverlay({
  businessId,
  groups,
  abilities,
  typed,
  onType,
  early,
  isOpen,
  onOpenChange,
}: {
  businessId: string;
  groups: readonly NavigationGroup[];
  abilities: PaletteAbilities;
  typed: string;
  onType: (typed: string) => void;
  early: PendingEnter;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const router = useRouter();
  // Opens after the placeholder field is gone.
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  // The input at the time of the last arrow key.
  const [navigatedInput, setNavigatedInput] = useState<string | null>(null);
  const found = useSearchResult(businessId, typed, isOpen);
  const actions = listActions(businessId, abilities, typed.trim());
  const go = (id: string) => {
    onOpenChange(false);
    if (id.startsWith(commandPrefix)) runCommand(id.slice(commandPrefix.length));
    else {
      router.push(id);
      focusOpenedPage(id);
    }
  };
  const runCommand = (command: string) => {
    const theme = themes.find((one) => command === `theme-${one}`);
    if (theme !== undefined) {
      applyTheme(theme);
      router.refresh();
    } else if (command.startsWith('export-'))
      startDownload(`/api/businesses/${businessId}/${command.slice('export-'.length)}/export`);
    else openKeyboardHelp();
  };
  const goFirst = () => {
    const first = findFirstResult(businessId, groups, typed.trim(), found, actions);
    if (first !== null) go(first);
  };
  const arrive = useEffectEvent(() => {
    early.clear();
    goFirst();
  });
  const isDue = early.isPending && !found.isPending;
  useEffect(() => {
    if (isDue) arrive();
  }, [isDue]);
  /** Enter waits while results are outdated, unless the person moved to a result with the arrow keys. */
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter') {
      early.clear();
      setNavigatedInput(event.key === 'ArrowDown' || event.key === 'ArrowUp' ? typed : null);
    } else if (found.isPending && navigatedInput !== typed) {
      event.preventDefault();
      event.stopPropagation();
      early.await();
    }
  };
  return (
    <AriaFrame>
      <ModalOverlay
        isDismissable
        isOpen={isOpen && isMounted}
        onOpenChange={onOpenChange}
        className={look.scrim}
      >
        <Modal className={look.window}>
          <Dialog aria-label={tShell('palette.title')} className="flex max-h-[70dvh] flex-col outline-none">
            <Autocomplete inputValue={typed} onInputChange={onType}>
              <SearchField
                aria-label={tShell('palette.title')}
                autoFocus
                onSubmit={found.isPending ? early.await : goFirst}
                className="border-line border-b"
              >
                <div className={look.line}>
                  {found.isPending ? (
                    <Spinner />
                  ) : (
                    <SpriteIcon name="search" className="size-4 shrink-0 text-faint" />
                  )}
                  <Input
                    placeholder={look.placeholder}
                    spellCheck={false}
                    onKeyDownCapture={press}
                    className={look.box}
                  />
                </div>
              </SearchField>
              <PaletteResults
                businessId={businessId}
                groups={groups}
                typed={typed.trim()}
                found={found}
                actions={actions}
                onGo={go}
              />
            </Autocomplete>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaFrame>
  );
}
