import { Banner } from '#components/ui/banner.tsx';
import { tConnection } from '#lib/messages/connection.ts';

/** Shown while ALLOW_HTTP_IN_PRIVATE_NETWORK is set. */
export function HttpAllowed({ variables }: { variables: readonly string[] }) {
  const title =
    variables.length === 0
      ? tConnection('http.unused')
      : tConnection('http.used', { variables: variables.join(', ') });
  return <Banner tone="attention" title={title} />;
}
