import { Section } from '#components/shell/section.tsx';
import { Time } from '#components/ui/time.tsx';
import { tSettings } from '#lib/messages/settings.ts';
import type { IdentityView } from '#lib/single-sign-on/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** The identity of the person at the provider. Only an operator can remove the link. */
export function SingleSignOnSection({ identity, isOnlyWay }: { identity: IdentityView; isOnlyWay: boolean }) {
  const { name, linked } = identity;
  return (
    <Section title={tSettings('singleSignOn.title')}>
      <div className="grid max-w-form gap-2 text-sm">
        <p className="break-words">
          {linked === null
            ? tSettings('singleSignOn.notLinked', { name })
            : tSettings.rich('singleSignOn.linked', {
                name,
                email: linked.email,
                linked: () => <Time at={toUnixSeconds(linked.linkedAt)} />,
                used: () => <Time at={toUnixSeconds(linked.lastUsedAt)} />,
              })}
        </p>
        {isOnlyWay && <p className="text-muted">{tSettings('singleSignOn.onlyWay', { name })}</p>}
        {linked !== null && <p className="text-muted">{tSettings('singleSignOn.unlink')}</p>}
      </div>
    </Section>
  );
}
