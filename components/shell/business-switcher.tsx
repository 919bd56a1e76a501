'use client';

import { ChevronsUpDown } from 'lucide-react';
import { cx } from '#components/ui/cx.ts';
import { Menu } from '#components/ui/menu.tsx';
import { PressButton } from '#components/ui/press-button.tsx';

export type BusinessChoice = {
  readonly id: string;
  readonly name: string;
  /** The person's role there, as a word. */
  readonly role: string;
};

/** Two letters that stand for a name: "Harbour Books" is HB. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

function Monogram({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="flex size-6 shrink-0 items-center justify-center rounded-sm bg-accent font-semibold text-2xs text-on-accent"
    >
      {initials(name)}
    </span>
  );
}

/** Whose money is on the screen, and the way to the person's other businesses. */
export function BusinessSwitcher({
  businesses,
  businessId,
  narrow,
}: {
  businesses: readonly BusinessChoice[];
  businessId: string;
  narrow: boolean;
}) {
  const current = businesses.find((business) => business.id === businessId);
  const name = current?.name ?? 'Business';
  return (
    <Menu
      label="Businesses"
      trigger={
        <PressButton
          className={cx(
            'pressable flex h-9 items-center gap-2 rounded-md text-left font-semibold text-sm transition-colors hover:bg-hover',
            narrow ? 'w-9 justify-center' : 'w-full px-1.5',
          )}
        >
          <Monogram name={name} />
          <span className={narrow ? 'sr-only' : 'min-w-0 flex-1 truncate'}>
            <span className="sr-only">Business: </span>
            {name}
          </span>
          {!narrow && <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />}
        </PressButton>
      }
      sections={[
        {
          id: 'businesses',
          label: 'Businesses',
          items: businesses.map((business) => ({
            id: business.id,
            label: business.name,
            href: `/${business.id}/overview`,
            icon: <Monogram name={business.name} />,
            detail: business.role,
            isChosen: business.id === businessId,
          })),
        },
      ]}
    />
  );
}
