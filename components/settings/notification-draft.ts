import { listDeliveries } from '#lib/notifications/model.ts';
import type { NotificationSettings } from '#lib/notifications/schema.ts';

/** Returns the texts under which unsaved choices are kept. */
export const toDraftTexts = ({ kinds, timeZone, quietHours }: NotificationSettings) => ({
  kinds: kinds.map(({ kind, delivery }) => `${kind}=${delivery}`).join(' '),
  timeZone,
  quietHours: quietHours === null ? '' : `${quietHours.from}-${quietHours.until}`,
});

function readHours(text: string): NotificationSettings['quietHours'] {
  const [from, until] = text.split('-');
  return from === undefined || until === undefined ? null : { from, until };
}

/**
 * Restores unsaved choices. A kind that the draft doesn't name, or whose delivery is not offered any more, keeps its
 * saved delivery.
 */
export function fromDraftTexts(
  texts: Readonly<Record<string, string | undefined>>,
  saved: NotificationSettings,
): NotificationSettings {
  const { kinds = '', timeZone = saved.timeZone, quietHours } = texts;
  const kept = new Map(
    kinds.split(' ').map((pair): [string, string] => {
      const [kind = '', delivery = ''] = pair.split('=');
      return [kind, delivery];
    }),
  );
  return {
    kinds: saved.kinds.map(({ kind, delivery }) => ({
      kind,
      delivery: listDeliveries(kind).find((offered) => offered === kept.get(kind)) ?? delivery,
    })),
    timeZone,
    quietHours: quietHours === undefined ? saved.quietHours : readHours(quietHours),
  };
}
