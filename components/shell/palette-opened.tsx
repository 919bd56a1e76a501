'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useLayoutEffect, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { AriaFrame } from '#components/ui/aria-frame.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { NavigationGroup } from './navigation.tsx';
import { paletteLook as look } from './palette-look.ts';
import { firstOf, PaletteResults } from './palette-results.tsx';
import { useFound } from './use-found.ts';

/** The window of the palette: what is typed above, pages and records below; arrows and Enter choose. */
export function PaletteOpened({
  businessId,
  groups,
  typed,
  onType,
  isOpen,
  onOpenChange,
}: {
  businessId: string;
  groups: readonly NavigationGroup[];
  typed: string;
  onType: (typed: string) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const router = useRouter();
  // A moment after the box that stood for it is gone.
  const [isThere, setThere] = useState(false);
  useLayoutEffect(() => setThere(true), []);
  const found = useFound(businessId, typed, isOpen);
  const go = (href: string) => {
    onOpenChange(false);
    router.push(href);
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
                onSubmit={() => {
                  const first = found.isPending ? null : firstOf(businessId, groups, typed.trim(), found);
                  if (first !== null) go(first);
                }}
                className="border-line border-b"
              >
                <div className={look.line}>
                  {found.isPending ? (
                    <Spinner />
                  ) : (
                    <Search aria-hidden className="size-4 shrink-0 text-faint" />
                  )}
                  <Input placeholder={look.placeholder} spellCheck={false} className={look.box} />
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
