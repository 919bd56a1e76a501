import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { tSettings } from '#lib/messages/settings.ts';

/** Asks the first owner to replace the password of OWNER_PASSWORD. `settingsHref` is missing on Settings itself. */
export function EnvironmentPasswordNotice({ settingsHref }: { settingsHref?: string }) {
  return (
    <Banner
      tone="attention"
      title={tSettings('environmentPassword.title')}
      {...(settingsHref !== undefined && {
        action: (
          <LinkButton size="sm" href={settingsHref}>
            {tSettings('environmentPassword.action')}
          </LinkButton>
        ),
      })}
    >
      {tSettings('environmentPassword.detail')}
    </Banner>
  );
}
