import type { ReactNode } from 'react';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { tMoney } from '#lib/messages/money.ts';

/** Holds every amount of a record as received, below the amounts that matter most. Printed pages show it open. */
export function AllAmounts({
  isOpen = false,
  children,
}: {
  /** Opens it at first, where one of the figures is unusual. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="printed-open">
      <Disclosure title={tMoney('allFigures')} open={isOpen}>
        {children}
      </Disclosure>
    </div>
  );
}
