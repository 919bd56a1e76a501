'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { KeyboardEvent } from 'react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { AriaFrame } from '#components/ui/aria-frame.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { NavigationGroup } from './navigation.tsx';
import { findFirstResult, PaletteResults } from './palette-results.tsx';
import { paletteLook as look } from './palette-style.ts';
import type { EarlyEnter } from './use-early-enter.ts';
import { useFound } from './use-found.ts';

/** The window of the palette: what is typed above, pages and records below; arrows and Enter choose. */
export function PaletteOpened({
  businessId,
  groups,
  typed,
  onType,
  early,
  isOpen,
  onOpenChange,
}: {
  businessId: string;
  groups: readonly NavigationGroup[];
  typed: string;
  onType: (typed: string) => void;
  early: EarlyEnter;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const router = useRouter();
  // A moment after the box that stood for it is gone.
  const [isThere, setThere] = useState(false);
  useLayoutEffect(() => setThere(true), []);
  // What stood in the box when somebody last went along what is shown.
  const [walkedAt, setWalkedAt] = useState<string | null>(null);
  const found = useFound(businessId, typed, isOpen);
  const go = (href: string) => {
    onOpenChange(false);
    router.push(href);
  };
  const goFirst = () => {
    const first = findFirstResult(businessId, groups, typed.trim(), found);
    if (first !== null) go(first);
  };
  const arrive = useEffectEvent(() => {
    early.letGo();
    goFirst();
  });
  const isDue = early.isAwaited && !found.isPending;
  useEffect(() => {
    if (isDue) arrive();
  }, [isDue]);
  /** What is shown while it is looked up was found for something else: Enter leads there only where it was gone to. */
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter') {
      early.letGo();
      setWalkedAt(event.key === 'ArrowDown' || event.key === 'ArrowUp' ? typed : null);
    } else if (found.isPending && walkedAt !== typed) {
      event.preventDefault();
      event.stopPropagation();
      early.await();
    }
  };
  return (
    <AriaFrame>
      <ModalOverlay
        isDismissable
        isOpen={isOpen && isThere}
        onOpenChange={onOpenChange}
        className={look.scrim}
      >
        <Modal className={look.window}>
          <Dialog aria-label="Find anything" className="flex max-h-[70dvh] flex-col outline-none">
            <Autocomplete inputValue={typed} onInputChange={onType}>
              <SearchField
                aria-label="Find anything"
                autoFocus
                onSubmit={found.isPending ? early.await : goFirst}
                className="border-line border-b"
              >
                <div className={look.line}>
                  {found.isPending ? (
                    <Spinner />
                  ) : (
                    <Search aria-hidden className="size-4 shrink-0 text-faint" />
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
                onGo={go}
              />
            </Autocomplete>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaFrame>
  );
}
