'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { AriaFrame } from '#components/ui/aria-frame.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { NavigationGroup } from './navigation.tsx';
import { firstOf, PaletteResults } from './palette-results.tsx';
import { useFound } from './use-found.ts';

/** The window of the palette: what is typed above, pages and records below; arrows and Enter choose. */
export function PaletteOpened({
  businessId,
  groups,
  isOpen,
  onOpenChange,
}: {
  businessId: string;
  groups: readonly NavigationGroup[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const found = useFound(businessId, typed, isOpen);
  const change = (open: boolean) => {
    onOpenChange(open);
    if (!open) setTyped('');
  };
  const go = (href: string) => {
    change(false);
    router.push(href);
  };
  return (
    <AriaFrame>
      <ModalOverlay
        isDismissable
        isOpen={isOpen}
        onOpenChange={change}
        className="fixed inset-0 z-50 flex animate-appear items-start justify-center bg-scrim p-3 sm:p-6 sm:pt-[12vh]"
      >
        <Modal className="w-full max-w-form animate-rise rounded-lg border border-line bg-raised shadow-float outline-none">
          <Dialog aria-label="Find anything" className="flex max-h-[70dvh] flex-col outline-none">
            <Autocomplete inputValue={typed} onInputChange={setTyped}>
              <SearchField
                aria-label="Find anything"
                autoFocus
                onSubmit={() => {
                  const first = found.isPending ? null : firstOf(businessId, groups, typed.trim(), found);
                  if (first !== null) go(first);
                }}
                className="border-line border-b"
              >
                <div className="flex items-center gap-2.5 px-4">
                  {found.isPending ? (
                    <Spinner />
                  ) : (
                    <Search aria-hidden className="size-4 shrink-0 text-faint" />
                  )}
                  <Input
                    placeholder="ID, reference, address, transaction, page"
                    spellCheck={false}
                    className="h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-faint [&::-webkit-search-cancel-button]:hidden"
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
