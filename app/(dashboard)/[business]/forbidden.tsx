import { ForbiddenState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

/** A page that this person's role does not open. */
export default function Forbidden() {
  return (
    <ForbiddenState
      heading="h1"
      what="This page"
      need="other roles of this business"
      action={<LinkButton href="/">Go to the overview</LinkButton>}
    />
  );
}
