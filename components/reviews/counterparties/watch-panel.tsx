'use client';

import { useState } from 'react';
import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewCounterparty } from '#lib/messages/review-details.ts';
import { unwatchCounterpartyAction, watchCounterpartyAction } from '#lib/reviews/actions.ts';
import type { Counterparty } from '#lib/reviews/counterparties/model.ts';
import { formatCounterparty, toCounterpartyInput, watchDays } from '#lib/reviews/counterparties/model.ts';
import type { WatchEntry } from '#lib/reviews/counterparties/watch/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const never = 'never';
const [, usualDays] = watchDays;

const formatDays = (days: number): string =>
  days === 365 ? tReviewCounterparty('watch.year') : tReviewCounterparty('watch.days', { count: days });

type WatchProps = {
  businessId: string;
  counterparty: Counterparty;
  watch: WatchEntry | null;
  draftSubject: string;
};

/** Shows whether an address or risk entity is on the watch list, and adds, changes or removes its entry. */
export function WatchPanel(props: WatchProps) {
  const { watch } = props;
  const [isEditing, setEditing] = useState(false);
  return (
    <Section
      title={tReviewCounterparty('watch.title')}
      actions={
        watch !== null && (
          <Badge tone={watch.isExpired ? 'neutral' : 'attention'}>
            {tReviewCounterparty(watch.isExpired ? 'watch.expired' : 'watch.watched')}
          </Badge>
        )
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {watch === null ? (
          <p className="text-muted">{tReviewCounterparty('watch.none')}</p>
        ) : (
          <Entry watch={watch} />
        )}
        {isEditing ? (
          <EntryForm key={watch?.version ?? 0} {...props} onClose={() => setEditing(false)} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button onPress={() => setEditing(true)}>
              {tReviewCounterparty(watch === null ? 'watch.add' : 'watch.change')}
            </Button>
            {watch !== null && <Remove {...props} watch={watch} />}
          </div>
        )}
      </div>
    </Section>
  );
}

function Entry({ watch }: { watch: WatchEntry }) {
  return (
    <DescriptionList>
      <Fact label={tReviewCounterparty('watch.reason')} stacked>
        <span className="whitespace-pre-wrap wrap-anywhere">{watch.reason}</span>
      </Fact>
      <Fact label={tReviewCounterparty('watch.expires')} stacked>
        {watch.expiresAt === null ? (
          tReviewCounterparty('watch.noExpiry')
        ) : (
          <DateTime at={toUnixSeconds(watch.expiresAt)} />
        )}
      </Fact>
      <Fact label={tReviewCounterparty('watch.changed')} stacked>
        {tReviewCounterparty.rich('watch.changedBy', {
          person: watch.changedBy.name,
          time: () => <DateTime at={toUnixSeconds(watch.changedAt)} />,
        })}
      </Fact>
    </DescriptionList>
  );
}

function EntryForm({
  businessId,
  counterparty,
  watch,
  draftSubject,
  onClose,
}: WatchProps & { onClose: () => void }) {
  const form = useActionForm({
    businessId,
    kind: 'reviews',
    refresh: true,
    draft: 'watch',
    subject: draftSubject,
    initial: { reason: watch?.reason ?? '', days: String(usualDays) },
    action: ({ reason, days }) =>
      watchCounterpartyAction({
        businessId,
        counterparty: toCounterpartyInput(counterparty),
        reason,
        days: watchDays.find((one) => String(one) === days) ?? null,
        version: watch?.version ?? null,
      }),
    messages: {
      failed: tReviewCounterparty('watch.notSaved'),
      done: ({ isNew }) => tReviewCounterparty(isNew ? 'watch.added' : 'watch.saved'),
    },
    onDone: onClose,
  });
  return (
    <div className="border-line border-t pt-3">
      <ActionForm
        form={form}
        label={tReviewCounterparty(watch === null ? 'watch.add' : 'watch.save')}
        isDisabled={form.fields.reason.trim() === ''}
        onCancel={onClose}
      >
        <TextArea label={tReviewCounterparty('watch.reason')} limit={5_000} {...form.field('reason')} />
        <Select
          label={tReviewCounterparty('watch.expiry')}
          choices={[
            ...watchDays.map((one) => ({ value: String(one), label: formatDays(one) })),
            { value: never, label: tReviewCounterparty('watch.never') },
          ]}
          {...form.field('days')}
        />
      </ActionForm>
    </div>
  );
}

function Remove({ businessId, counterparty, watch }: WatchProps & { watch: WatchEntry }) {
  const { act } = useAction({ businessId, kind: 'reviews', refresh: true });
  const { watchId, version } = watch;
  return (
    <ConfirmDialog
      danger
      trigger={<Button>{tReviewCounterparty('watch.remove')}</Button>}
      title={tReviewCounterparty('watch.removeTitle', { name: formatCounterparty(counterparty) })}
      confirmLabel={tReviewCounterparty('watch.remove')}
      onConfirm={() =>
        act(() => unwatchCounterpartyAction({ businessId, watchId, version }), {
          failed: tReviewCounterparty('watch.notSaved'),
          done: tReviewCounterparty('watch.removed'),
        })
      }
    >
      {tReviewCounterparty('watch.removeNote')}
    </ConfirmDialog>
  );
}
