'use client';

import type { RefObject } from 'react';
import { MenuOverlay } from '#components/ui/menu-overlay.tsx';
import { tShell } from '#lib/messages/shell.ts';
import type { BusinessSwitcherProps } from './business-choice.ts';
import { Monogram } from './monogram.tsx';

/** The open menu of businesses. */
export function BusinessSwitcherOverlay({
  businesses,
  businessId,
  ...opening
}: Pick<BusinessSwitcherProps, 'businesses' | 'businessId'> & {
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  return (
    <MenuOverlay
      {...opening}
      label={tShell('businesses')}
      placement="bottom start"
      sections={[
        {
          id: 'businesses',
          label: tShell('businesses'),
          items: businesses.map((business) => ({
            id: business.id,
            label: business.name,
            href: `/${business.id}`,
            icon: <Monogram name={business.name} />,
            detail: business.role,
            isChosen: business.id === businessId,
          })),
        },
      ]}
    />
  );
}
