import { StatusBadge } from '#components/ui/status-badge.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tStatus } from '#lib/messages/status.ts';
import type { InferredState, StatusKind } from './status-table.ts';
import { findStatusStyle, inferredStates } from './status-table.ts';

/** Shows a status that the service reported. Unknown values are shown unchanged. */
export function Status({
  kind,
  value,
  unknown = tControls('notReported'),
  named = false,
}: {
  kind: StatusKind;
  value: string | null | undefined;
  /** Reason shown where `value` is null. */
  unknown?: string;
  /** Names the deposit or refund in the label, where the page shows the status of another object too. */
  named?: boolean;
}) {
  if (value === null || value === undefined) return <UnknownValue reason={unknown} />;
  const { label, tone, icon, isKnown } = findStatusStyle(kind, value);
  return (
    <StatusBadge
      label={
        named && (kind === 'deposit' || kind === 'refund')
          ? tStatus(`named.${kind}`, { status: label })
          : label
      }
      tone={tone}
      icon={icon}
      value={value}
      hint={isKnown ? value : tStatus('unknownValue', { value })}
    />
  );
}

/** Shows an inferred state: outlined, with the reason on hover. `why` replaces the default reason. */
export function InferredStatus({ state, why }: { state: InferredState; why?: string }) {
  const look = inferredStates[state];
  return (
    <StatusBadge
      inferred
      label={look.label}
      tone={look.tone}
      icon={look.icon}
      value={state}
      hint={why ?? look.why}
    />
  );
}
