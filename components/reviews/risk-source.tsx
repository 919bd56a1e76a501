import { Time } from '#components/ui/time.tsx';
import type { RiskSource } from '#lib/reviews/queue/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { stateOfSource } from './risk-source-state.ts';

/** What is the matter with the source, as a title; null while it works. */
export function sourceTitle(source: RiskSource): string | null {
  switch (stateOfSource(source)) {
    case 'none':
      return 'No source of risk data is connected';
    case 'failing':
      return 'The source of risk data does not answer';
    case 'never':
      return 'Nothing has been read from the service yet';
    case 'works':
      return null;
  }
}

/** What that means for an empty or a short queue, in a sentence or two. */
export function SourceInWords({ source }: { source: RiskSource }) {
  switch (stateOfSource(source)) {
    case 'none':
      return (
        <>
          Deposits under review, blocked deposits and risk assessments are told by reading payments alone, and
          SERVICE_PAYMENT_READ_PATH is not set. Only blocked withdrawals arrive, by callback.
        </>
      );
    case 'failing':
      return (
        <>
          No payment could be read since {source.failing && <Time at={inSeconds(source.failing.since)} />}
          {source.lastReadAt === null ? ', and none ever was' : null}
          {source.lastReadAt !== null && (
            <>
              ; the last one was read <Time at={inSeconds(source.lastReadAt)} />
            </>
          )}
          . What was flagged since then is not here. {source.failing?.error}
        </>
      );
    case 'never':
      return <>Reading payments is set up, but none has been read so far, so nothing can be flagged.</>;
    case 'works':
      return (
        <>
          Payments are read from the service
          {source.lastReadAt !== null && (
            <>
              , the last one <Time at={inSeconds(source.lastReadAt)} />
            </>
          )}
          {source.assessed
            ? ', and risk assessments have come with them.'
            : '; no risk assessment has come with them so far, which is not the same as none found.'}
        </>
      );
  }
}
