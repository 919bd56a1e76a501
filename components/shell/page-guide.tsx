'use client';

import { usePathname } from 'next/navigation';
import { TextLink } from '#components/ui/text-link.tsx';
import { tGlossary, tGuides } from '#lib/messages/help.ts';

const guides = [
  'overview',
  'payments',
  'deposits',
  'refunds',
  'exceptions',
  'withdrawals',
  'minimums',
  'business',
  'callbacks',
  'connection',
  'reports',
  'settings',
] as const;

/** A short guide to the current page, and a link to the glossary. */
export function PageGuide({ onFollow }: { onFollow: () => void }) {
  const [, businessId = '', page = ''] = usePathname().split('/');
  const guide = guides.find((one) => one === page);
  return (
    <section className="flex flex-col gap-1.5 text-sm">
      {guide && (
        <>
          <h3 className="font-medium text-faint text-xs">{tGuides('title')}</h3>
          <p>{tGuides(guide)}</p>
        </>
      )}
      <TextLink href={`/${businessId}/help`} prefetch={false} onClick={onFollow}>
        {tGlossary('open')}
      </TextLink>
    </section>
  );
}
