import { Banner } from '#components/ui/banner.tsx';

/** Shown while ALLOW_HTTP_IN_PRIVATE_NETWORK is set. */
export function HttpAllowed({ variables }: { variables: readonly string[] }) {
  const used =
    variables.length === 0
      ? 'No address uses it.'
      : `These addresses are not encrypted: ${variables.join(', ')}.`;
  return (
    <Banner
      tone="attention"
      title={`ALLOW_HTTP_IN_PRIVATE_NETWORK allows http in a private network. ${used}`}
    />
  );
}
