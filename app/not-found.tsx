import { Compass } from 'lucide-react';
import type { Metadata } from 'next';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

export const metadata: Metadata = { title: 'Not found' };

/** An address that leads nowhere, or to something that this person may not know to be there. */
export default function NotFound() {
  return (
    <main className="mx-auto max-w-page py-8">
      <EmptyState
        icon={<Compass aria-hidden />}
        heading="h1"
        title="There is nothing at this address"
        action={<LinkButton href="/">Go to the overview</LinkButton>}
      >
        <p>It may have been mistyped, or it belongs to a business that is not yours.</p>
      </EmptyState>
    </main>
  );
}
