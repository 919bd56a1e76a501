import { Compass } from 'lucide-react';
import type { Metadata } from 'next';
import { EmptyState } from '#components/shell/states.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';

export const metadata: Metadata = { title: 'Not found' };

/**
 * Shown for an unknown address, or one whose existence is hidden from the person. Every page loads this code, so it
 * uses a plain link.
 */
export default function NotFound() {
  return (
    <main className="mx-auto max-w-page py-8">
      <EmptyState
        icon={<Compass aria-hidden />}
        heading="h1"
        title="There is nothing at this address"
        action={
          <a href="/" className={buttonStyle('secondary', 'md')}>
            Go to the overview
          </a>
        }
      >
        <p>It may have been mistyped, or it belongs to a business that is not yours.</p>
      </EmptyState>
    </main>
  );
}
