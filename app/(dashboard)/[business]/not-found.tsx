import { Compass } from 'lucide-react';
import { headers } from 'next/headers';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { isUuid } from '#lib/values/ids.ts';
import { toOwnPath } from '#lib/values/to-own-path.ts';

/**
 * Shown for an address below a business without a page or record, or with one whose existence is hidden from the
 * person.
 */
export default async function NotFound() {
  const [, business = ''] = toOwnPath((await headers()).get('x-page')).split('/');
  return (
    <EmptyState
      heading="h1"
      icon={<Compass aria-hidden />}
      title="This business has no such page or record"
      action={
        <LinkButton href={isUuid(business) ? `/${business}/overview` : '/'}>Go to the overview</LinkButton>
      }
    >
      <p>The address may have been mistyped, or what it leads to belongs to another business.</p>
      <p>Search finds any id, reference, transaction or address of this business.</p>
    </EmptyState>
  );
}
