import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { tPageStates } from '#lib/messages/shell.ts';
import { StatePanel } from './state-panel.tsx';

type ErrorStateProps = {
  /** The failure: "The payments could not be loaded". */
  title: string;
  /** The effect: "Nothing was sent to the service." */
  saved?: string;
  /** The next step. */
  advice?: string;
  /** Finds the failure in the log. */
  requestId?: string | undefined;
  /** A "Try again" button. */
  action?: ReactNode;
  /** `h1` where the error is the whole page. */
  heading?: 'h1' | 'h2';
};

/** An error with its effect, the next step and the id of the request. */
export function ErrorState({ title, saved, advice, requestId, action, heading = 'h2' }: ErrorStateProps) {
  return (
    <div role="alert">
      <StatePanel
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
            {tPageStates.rich('request', {
              id: () => (
                <span key="id" className="font-mono">
                  {requestId}
                </span>
              ),
            })}
            <CopyButton text={requestId} label={tPageStates('copyRequestId')} />
          </p>
        )}
      </StatePanel>
    </div>
  );
}
