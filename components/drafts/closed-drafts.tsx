'use client';

import { Section } from '#components/shell/section.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { formatDay } from '#components/ui/format-time.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { draftDays } from '#lib/drafts/model-limits.ts';
import { tControls } from '#lib/messages/controls.ts';
import { tDrafts } from '#lib/messages/drafts.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { useDrafts } from './use-draft.ts';

/** Shows the person's own unsent text of forms that the record no longer offers. It can only be read and copied. */
export function ClosedDrafts({ businessId, subject }: { businessId: string; subject: string }) {
  const { locale } = useLocaleSettings();
  const closed = (useDrafts(businessId, subject) ?? []).flatMap(({ form, fields, closedAt }) => {
    const text = Object.values(fields)
      .filter((part) => part.trim() !== '')
      .join('\n\n');
    return closedAt === null || text === '' ? [] : [{ form, text, closedAt }];
  });
  if (closed.length === 0) return null;
  return (
    <Section title={tDrafts('closed.title')}>
      <ul className="flex flex-col gap-3">
        {closed.map(({ form, text, closedAt }) => (
          <li key={form} className="flex flex-col gap-1">
            <p className="text-muted text-xs" suppressHydrationWarning>
              {tDrafts('closed.note', {
                day: formatDay(
                  new Date(addMilliseconds(closedAt, draftDays * 86_400_000)).toISOString().slice(0, 10),
                  locale,
                ),
              })}
            </p>
            <p className="whitespace-pre-wrap break-words text-sm">{text}</p>
            <div>
              <CopyTextButton text={text}>{tControls('copy')}</CopyTextButton>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
