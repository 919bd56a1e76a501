'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Time } from '#components/ui/time.tsx';
import { revealAddressesAction } from '#lib/connection/actions.ts';
import type { AddressesView, KeyView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const kinds = [
  { kind: 'depositReceived', path: 'deposit-received' },
  { kind: 'withdrawal', path: 'withdrawal' },
  { kind: 'depositExchanged', path: 'deposit-exchanged' },
] as const;

/** Shows the callback addresses to set at the service. Owners can show their secret part. */
export function CallbackAddresses({
  businessId,
  base,
  keys,
}: {
  businessId: string;
  base: string;
  /** Null for people who don't manage the connection. */
  keys: readonly KeyView[] | null;
}) {
  const [shown, setShown] = useState<AddressesView | null>(null);
  const { act, isPending } = useAction({});
  const reveal = async () => {
    if (shown !== null) return setShown(null);
    setShown(
      await act(() => revealAddressesAction({ businessId }), { failed: tConnection('addresses.notShown') }),
    );
  };
  return (
    <Section
      title={tConnection('addresses.title')}
      titleId="callback-urls"
      actions={
        keys !== null && (
          <Button
            size="sm"
            isPending={isPending}
            icon={shown === null ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
            onPress={() => void reveal()}
          >
            {tConnection(shown === null ? 'addresses.show' : 'addresses.hide')}
          </Button>
        )
      }
    >
      <DescriptionList>
        {kinds.map(({ kind, path }) => (
          <Fact key={kind} label={tConnection(`addresses.kinds.${kind}`)} stacked>
            <span className="flex items-start gap-2">
              <code className="min-w-0 break-all text-xs">
                {shown === null ? `${base}/••••••••/${path}` : shown[kind]}
              </code>
              {shown !== null && (
                <CopyButton
                  text={shown[kind]}
                  label={tConnection('addresses.copy', { kind: tConnection(`addresses.kinds.${kind}`) })}
                />
              )}
            </span>
          </Fact>
        ))}
      </DescriptionList>
      <p className="mt-3 max-w-form text-muted text-sm">
        {tConnection(keys === null ? 'addresses.forOthers' : 'addresses.forOwners')}
      </p>
      {keys !== null && <Rotation keys={keys} />}
    </Section>
  );
}

function Rotation({ keys }: { keys: readonly KeyView[] }) {
  return (
    <div className="mt-4">
      <h3 className="font-medium text-sm">{tConnection('keys.title')}</h3>
      <ul className="mt-1 text-sm">
        {keys.map(({ name, position, deliveries, lastAt }) => (
          <li
            key={name}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-line border-b py-1.5 last:border-b-0"
          >
            <code className="text-xs">{name}</code>
            <Badge tone={position === 0 ? 'good' : position === null ? 'bad' : 'neutral'}>
              {tConnection(
                position === 0 ? 'keys.newest' : position === null ? 'keys.revoked' : 'keys.older',
              )}
            </Badge>
            <span className="text-muted">
              {lastAt === null
                ? tConnection('keys.unused')
                : tConnection.rich('keys.used', {
                    count: deliveries,
                    time: () => <Time at={toUnixSeconds(lastAt)} />,
                  })}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-form text-muted text-sm">{tConnection('keys.help')}</p>
    </div>
  );
}
