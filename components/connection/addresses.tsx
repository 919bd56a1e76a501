'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Time } from '#components/ui/time.tsx';
import { toast } from '#components/ui/toast.tsx';
import { revealAddressesAction } from '#lib/connection/actions.ts';
import type { AddressesView, KeyView } from '#lib/connection/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

const kinds = [
  { kind: 'depositReceived', path: 'deposit-received', label: 'Deposit received' },
  { kind: 'withdrawal', path: 'withdrawal', label: 'Withdrawal' },
  { kind: 'depositExchanged', path: 'deposit-exchanged', label: 'Deposit exchanged' },
] as const;

/** The addresses to give to the service. Their secret part shows only to an owner who asks for it. */
export function Addresses({
  businessId,
  base,
  keys,
}: {
  businessId: string;
  base: string;
  /** Null for those who don't manage the connection. */
  keys: readonly KeyView[] | null;
}) {
  const [shown, setShown] = useState<AddressesView | null>(null);
  const [isPending, setPending] = useState(false);
  const reveal = async () => {
    if (shown !== null) return setShown(null);
    setPending(true);
    const result = await revealAddressesAction({ businessId }).catch(() => null);
    setPending(false);
    if (result?.ok) setShown(result.data);
    else toast.bad('Not shown', { detail: result?.message ?? 'The connection was lost. Try again.' });
  };
  return (
    <Section
      title="Callback addresses"
      actions={
        keys !== null && (
          <Button
            size="sm"
            isPending={isPending}
            icon={shown === null ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
            onPress={() => void reveal()}
          >
            {shown === null ? 'Show the secret' : 'Hide the secret'}
          </Button>
        )
      }
    >
      <DescriptionList>
        {kinds.map(({ kind, path, label }) => (
          <Fact key={kind} label={label} stacked>
            <span className="flex items-start gap-2">
              <code className="min-w-0 break-all text-xs">
                {shown === null ? `${base}/••••••••/${path}` : shown[kind]}
              </code>
              {shown !== null && <CopyButton text={shown[kind]} label={`Copy the address: ${label}`} />}
            </span>
          </Fact>
        ))}
      </DescriptionList>
      <p className="mt-3 max-w-form text-muted text-sm">
        {keys === null
          ? 'Whoever knows the secret part can send callbacks: only an owner can have it shown.'
          : 'Set these on the business at the service. Whoever knows the secret part can send callbacks: each time that it is shown stands in the audit log. CALLBACK_BASE_URL says at which address the service reaches us.'}
      </p>
      {keys !== null && <Rotation keys={keys} />}
    </Section>
  );
}

function Rotation({ keys }: { keys: readonly KeyView[] }) {
  return (
    <div className="mt-4">
      <h3 className="font-medium text-sm">Keys in use</h3>
      <ul className="mt-1 text-sm">
        {keys.map(({ name, place, deliveries, lastAt }) => (
          <li
            key={name}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-line border-b py-1.5 last:border-b-0"
          >
            <code className="text-xs">{name}</code>
            <Badge tone={place === 0 ? 'good' : place === null ? 'bad' : 'neutral'}>
              {place === 0 ? 'Newest' : place === null ? 'No longer accepted' : 'Older, accepted'}
            </Badge>
            <span className="text-muted">
              {lastAt === null ? (
                'None of the latest callbacks came under it.'
              ) : (
                <>
                  {deliveries} of the latest callbacks, last <Time at={inSeconds(lastAt)} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-form text-muted text-sm">
        To change the secret, put a new key in front of CALLBACK_SECRETS and keep the old one behind it: both
        are accepted. Set the new addresses at the service, and take the old key away once callbacks come
        under the new one alone. A key is named by the beginning of a hash.
      </p>
    </div>
  );
}
