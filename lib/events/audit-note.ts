import 'server-only';
import type { AuditNote } from '#lib/audit/index.ts';
import { isAboutCases, isChat } from './model.ts';
import type { StoredEndpoint } from './store.ts';

/** The part of an endpoint that its owner chooses. */
export type Settings = Pick<StoredEndpoint, 'format' | 'url' | 'channel' | 'types'>;

/** Says where an endpoint sends to, as the audit log and notices may say it: the path of an address may be a key of its receiver. */
export const describePlace = ({ format, url, channel }: Omit<Settings, 'types'>) => ({
  host: new URL(url).host,
  ...(isChat(format) && { format, channel }),
});

/** The settings for the audit log, which more people read. */
export const toAudit = ({ types, ...place }: Settings) => ({ ...describePlace(place), types });

type Action = 'add' | 'propose' | 'change' | 'rotate' | 'disable' | 'delete' | 'send' | 'warn';

/** Describes a change for the audit log. Only readers of entries about cases see those of endpoints for review cases. */
export function toNote(
  action: Action,
  { endpointId, businessId, format }: Pick<StoredEndpoint, 'endpointId' | 'businessId' | 'format'>,
  values: Pick<AuditNote, 'before' | 'after'>,
): AuditNote {
  const area = isAboutCases(format) ? 'review-endpoint' : 'event-endpoint';
  return { businessId, action: `${area}.${action}`, objectType: area, objectId: endpointId, ...values };
}
