'use client';

import { useQuery } from '@tanstack/react-query';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { outline, withFields } from '#components/query/outline.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { kindInWords } from '#lib/callbacks/model/verdict.ts';
import type { CallbackContent, CallbackPageView } from '#lib/callbacks/schema/message.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { About } from './about.tsx';
import { CallbackContentView } from './callback-content.tsx';
import { Effects } from './effects.tsx';
import { HiddenValue } from './hidden-value.tsx';
import { Reasons } from './reasons.tsx';
import { Verdict } from './verdict.tsx';
import { Contradictions } from './versions.tsx';

const shape = outline<CallbackPageView>(withFields('row', 'deliveries', 'effects'));
const contentShape = outline<CallbackContent>(withFields('shownAs', 'segments', 'fields'));

/** A callback in the list's drawer: what it says, raw and read side by side, and what it changed. */
export function CallbackPreview({ businessId, id }: PreviewProps) {
  const api = recordAddress(businessId, 'callbacks', id);
  const read = useQuery({
    queryKey: ['b', businessId, 'callbacks', 'one', id],
    queryFn: ({ signal }) => requestJson(api, shape, signal),
  });
  const content = useQuery({
    // The bytes never change, and each view of risk detail is audited: read once. Not under the topic of callbacks.
    queryKey: ['callback-content', businessId, id],
    queryFn: ({ signal }) => requestJson(`${api}/content`, contentShape, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!read.data) return <PreviewState query={read} />;
  const { row, effects, contradictions, reasons, length } = read.data;
  const base = `/${businessId}`;
  const isHeld = row.verdict === 'quarantined' || row.verdict === 'rejected';
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold text-lg">{kindInWords(row.kind)}</span>
        <Verdict verdict={row.verdict} />
        <span className="text-muted text-sm">
          {row.deliveries === 1 ? 'delivered once' : `delivered ${row.deliveries} times`}
        </span>
      </div>
      <DescriptionList wide>
        <Fact label="About" stacked>
          <About base={base} row={row} />
        </Fact>
        <Fact label="First received" stacked>
          <DateTime at={inSeconds(row.firstReceivedAt)} />
        </Fact>
        <Fact label="Last received" stacked>
          <DateTime at={inSeconds(row.lastReceivedAt)} />
        </Fact>
        <Fact label="SHA-256" stacked>
          {row.sha256 === null ? <HiddenValue /> : <Identifier value={row.sha256} name="SHA-256" />}
        </Fact>
      </DescriptionList>
      {isHeld && <Reasons reasons={reasons} />}
      <Contradictions base={base} contradictions={contradictions} />
      {content.data ? (
        <CallbackContentView content={content.data} length={length} />
      ) : (
        <PreviewState query={content} />
      )}
      {effects?.length !== 0 && <Effects base={base} effects={effects} />}
    </div>
  );
}
