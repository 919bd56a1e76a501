import { Banner } from '#components/ui/banner.tsx';

/** A decision here changes nothing at the service. */
export function ServiceNotInformed({ there }: { there: string | null }) {
  return (
    <Banner tone="attention" title="The service is not told">
      It takes no decision from us.
      {there === null ? ' What to do there depends on what you decide.' : ` ${there}`}
    </Banner>
  );
}
