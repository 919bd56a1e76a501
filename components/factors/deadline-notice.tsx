import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tFactors } from '#lib/messages/factors.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Reminds a person whose role needs a second factor. `settingsHref` is missing on Settings itself. */
export function DeadlineNotice({ dueAt, settingsHref }: { dueAt: Instant; settingsHref?: string }) {
  return (
    <Banner
      title={tFactors.rich('notice.title', { time: () => <DateTime at={toUnixSeconds(dueAt)} /> })}
      {...(settingsHref !== undefined && {
        action: (
          <LinkButton size="sm" href={settingsHref}>
            {tFactors('notice.action')}
          </LinkButton>
        ),
      })}
    >
      {tFactors('notice.detail')}
    </Banner>
  );
}
