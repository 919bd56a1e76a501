import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tFactors } from '#lib/messages/factors.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/**
 * Says that risk detail is hidden until the person sets up a second factor. Settings itself needs no `settingsHref`.
 * `dueAt` is when a sign-in without a factor stops working, or null.
 */
export function HiddenRiskNotice({
  settingsHref,
  dueAt = null,
}: {
  settingsHref?: string;
  dueAt?: Instant | null;
}) {
  return (
    <Banner
      tone="attention"
      title={tFactors('hiddenRisk.title')}
      {...(settingsHref !== undefined && {
        action: (
          <LinkButton size="sm" href={settingsHref}>
            {tFactors('notice.action')}
          </LinkButton>
        ),
      })}
    >
      {tFactors('hiddenRisk.detail')}
      {dueAt !== null && (
        <> {tFactors.rich('hiddenRisk.due', { time: () => <DateTime at={toUnixSeconds(dueAt)} /> })}</>
      )}
    </Banner>
  );
}
