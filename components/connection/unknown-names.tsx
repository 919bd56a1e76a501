import { Section } from '#components/shell/section.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { UnknownNameView } from '#lib/connection/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** Names that the interface does not have: they are kept and shown as they came. */
export function UnknownNames({
  businessId,
  names,
}: {
  businessId: string;
  names: readonly UnknownNameView[];
}) {
  return (
    <Section
      title="Names that the interface does not have"
      {...(names.length > 0 && { count: names.length })}
    >
      {names.length === 0 ? (
        <p className="text-muted text-sm">
          None came: every status, type, coin and network is one that it names.
        </p>
      ) : (
        <ul className="text-sm">
          {names.map(({ field, value, lastSeenAt, paymentId, withdrawalId }) => (
            <li
              key={`${field} ${value}`}
              className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-1.5 last:border-b-0"
            >
              <code className="text-xs">{field}</code>
              <span className="wrap-anywhere font-medium">{value}</span>
              <span className="text-muted text-xs">
                last <Time at={inSeconds(lastSeenAt)} />
                {paymentId !== null ? (
                  <>
                    , of <TextLink href={`/${businessId}/payments/${paymentId}`}>this payment</TextLink>
                  </>
                ) : withdrawalId !== null ? (
                  <>
                    , of{' '}
                    <TextLink href={`/${businessId}/withdrawals/${withdrawalId}`}>this withdrawal</TextLink>
                  </>
                ) : (
                  ', in a callback that stands in quarantine'
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
