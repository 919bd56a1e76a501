import type { Metadata } from 'next';
import { CompassMark } from '#components/shell/compass-mark.tsx';
import { StatePanel } from '#components/shell/state-panel.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';
import { tErrorPages, tPageTitles } from '#lib/messages/shell.ts';

export const metadata: Metadata = { title: tPageTitles('notFound') };

/**
 * Answers unknown addresses and records that are hidden from this person. Every page loads this, so it uses a plain
 * link.
 */
export default function NotFound() {
  return (
    <main className="mx-auto max-w-page py-8">
      <StatePanel
        icon={<CompassMark />}
        heading="h1"
        title={tErrorPages('noAddress.title')}
        action={
          <a href="/" className={buttonStyle('secondary', 'md')}>
            {tErrorPages('toOverview')}
          </a>
        }
      >
        <p>{tErrorPages('noAddress.text')}</p>
      </StatePanel>
    </main>
  );
}
