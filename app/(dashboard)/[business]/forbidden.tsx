import { ForbiddenState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { tErrorPages, tPageStates } from '#lib/messages/shell.ts';

/** Shown for a page that the person's role may not open. */
export default function Forbidden() {
  return (
    <ForbiddenState
      heading="h1"
      subject={tPageStates('forbidden.thisPage')}
      roles={tPageStates('forbidden.otherRoles')}
      action={<LinkButton href="/">{tErrorPages('toOverview')}</LinkButton>}
    />
  );
}
