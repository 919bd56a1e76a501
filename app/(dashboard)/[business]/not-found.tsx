import { headers } from 'next/headers';
import { CompassMark } from '#components/shell/compass-mark.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { tErrorPages } from '#lib/messages/shell.ts';
import { isUuid } from '#lib/values/ids.ts';
import { toOwnPath } from '#lib/values/to-own-path.ts';

/** Answers addresses beneath a business without a page or record, and records that are hidden from this person. */
export default async function NotFound() {
  const [, business = ''] = toOwnPath((await headers()).get('x-page')).split('/');
  return (
    <EmptyState
      heading="h1"
      icon={<CompassMark />}
      title={tErrorPages('noRecord.title')}
      action={
        <LinkButton href={isUuid(business) ? `/${business}` : '/'}>{tErrorPages('toOverview')}</LinkButton>
      }
    >
      <p>{tErrorPages('noRecord.text')}</p>
      <p>{tErrorPages('noRecord.search')}</p>
    </EmptyState>
  );
}
