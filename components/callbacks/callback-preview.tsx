'use client';

import { useQuery } from '@tanstack/react-query';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { formatCallbackKind } from '#lib/callbacks/model/verdict.ts';
import type { CallbackContent, CallbackPageView } from '#lib/callbacks/schema/message.ts';
import { tCallbackPage } from '#lib/messages/callbacks.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { CallbackContentView } from './callback-content.tsx';
import { CallbackSubject } from './callback-subject.tsx';
import { Effects } from './effects.tsx';
import { HiddenValue } from './hidden-value.tsx';
import { Reasons } from './reasons.tsx';
import { Verdict } from './verdict.tsx';
import { Conflicts } from './versions.tsx';

const shape = checkFields<CallbackPageView>(withFields('row', 'deliveries', 'effects'));
const contentShape = checkFields<CallbackContent>(withFields('displayFormat', 'segments', 'fields'));

/** Shows a callback in the list's drawer: its content, raw and read, and its changes. */
export function CallbackPreview({ businessId, id }: PreviewProps) {
  const api = recordAddress(businessId, 'callbacks', id);
  const read = useQuery({
    queryKey: ['b', businessId, 'callbacks', 'one', id],
    queryFn: ({ signal }) => requestJson(api, shape, signal),
  });
  const content = useQuery({
    // Read once: the content never changes, and each view of risk detail is audited. The key has no topic.
    queryKey: ['callback-content', businessId, id],
    queryFn: ({ signal }) => requestJson(`${api}/content`, contentShape, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!read.data) return <PreviewState query={read} />;
  const { row, effects, conflicts, reasons, length } = read.data;
  const base = `/${businessId}`;
  const isHeld = row.verdict === 'quarantined' || row.verdict === 'rejected';
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold text-lg">{formatCallbackKind(row.kind)}</span>
        <Verdict verdict={row.verdict} />
        <span className="text-muted text-sm">{tCallbackPage('delivered', { count: row.deliveries })}</span>
      </div>
      <DescriptionList wide>
        <Fact label={tCallbackPage('facts.record')} stacked>
          <CallbackSubject base={base} row={row} />
        </Fact>
        <Fact label={tCallbackPage('facts.firstReceived')} stacked>
          <DateTime at={toUnixSeconds(row.firstReceivedAt)} />
        </Fact>
        <Fact label={tCallbackPage('facts.lastReceived')} stacked>
          <DateTime at={toUnixSeconds(row.lastReceivedAt)} />
        </Fact>
        <Fact label={tCallbackPage('facts.sha256')} stacked>
          {row.sha256 === null ? (
            <HiddenValue />
          ) : (
            <Identifier value={row.sha256} name={tCallbackPage('copy.sha256')} />
          )}
        </Fact>
      </DescriptionList>
      {isHeld && <Reasons reasons={reasons} />}
      <Conflicts base={base} conflicts={conflicts} />
      {content.data ? (
        <CallbackContentView content={content.data} length={length} />
      ) : (
        <PreviewState query={content} />
      )}
      {effects?.length !== 0 && <Effects base={base} effects={effects} />}
    </div>
  );
}
