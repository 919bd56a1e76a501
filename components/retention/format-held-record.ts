import { tRetentionHolds, tRetentionKinds } from '#lib/messages/retention.ts';
import type { HoldView } from '#lib/retention/schema.ts';

/** Names a held record: its kind with its reference, its number or its ID. */
export const formatHeldRecord = ({ kind, name, recordId }: Pick<HoldView, 'kind' | 'name' | 'recordId'>) =>
  kind === 'audit'
    ? tRetentionKinds('audit')
    : tRetentionHolds('holds.named', { kind: tRetentionKinds(kind), name: name ?? recordId });
