import { StatusBadge } from '#components/ui/status-badge.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { InferredState, StatusKind } from './status-table.ts';
import { inferredStates, statusLook } from './status-table.ts';

/** A status as the service told it. Values that the interface does not name are shown as they came. */
export function Status({
  kind,
  value,
  unknown = 'not stated',
}: {
  kind: StatusKind;
  value: string | null | undefined;
  /** Why there is none, where `value` can be null. */
  unknown?: string;
}) {
  if (value === null || value === undefined) return <Unknown reason={unknown} />;
  const { label, tone, icon: Icon, known } = statusLook(kind, value);
  return (
    <StatusBadge
      label={label}
      tone={tone}
      icon={<Icon aria-hidden />}
      value={value}
      title={known ? value : `${value}: not among the values that the interface names`}
    />
  );
}

/** A state that we infer: outlined, with the reason on hover. `why` replaces the table's own words. */
export function InferredStatus({ state, why }: { state: InferredState; why?: string }) {
  const look = inferredStates[state];
  const Icon = look.icon;
  return (
    <StatusBadge
      inferred
      label={look.label}
      tone={look.tone}
      icon={<Icon aria-hidden />}
      value={state}
      title={why ?? look.why}
    />
  );
}
