import { Compass } from 'lucide-react';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

/** A record that this business does not have. */
export default function NotFound() {
  return (
    <EmptyState
      heading="h1"
      icon={<Compass aria-hidden />}
      title="This business has no such record"
      action={<LinkButton href="/">Go to the overview</LinkButton>}
    >
      <p>The address may have been mistyped, or the record belongs to another business.</p>
    </EmptyState>
  );
}
