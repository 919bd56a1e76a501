import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { State } from './state.tsx';

type ErrorStateProps = {
  /** What failed: "The payments could not be read". */
  title: string;
  /** Whether anything was saved, where something was tried: "Nothing was sent to the service." */
  saved?: string;
  /** What to do now. */
  advice?: string;
  /** For whoever looks into the log. */
  requestId?: string | undefined;
  /** A "Try again" button. */
  action?: ReactNode;
  /** `h1` where it is the whole page. */
  heading?: 'h1' | 'h2';
};

/** Something failed: what, whether it was saved, what to do, and the id of the request. */
export function ErrorState({ title, saved, advice, requestId, action, heading = 'h2' }: ErrorStateProps) {
  return (
    <div role="alert">
      <State
        icon={<CircleAlert aria-hidden />}
        tone="text-bad"
        title={title}
        action={action}
        heading={heading}
      >
        {saved && <p>{saved}</p>}
        {advice && <p>{advice}</p>}
        {requestId && (
          <p className="flex items-center gap-1 text-xs">
            Request <span className="font-mono">{requestId}</span>
            <CopyButton text={requestId} label="Copy request ID" />
          </p>
        )}
      </State>
    </div>
  );
}
