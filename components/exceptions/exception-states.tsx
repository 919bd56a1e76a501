import { InferredStatus, Status } from '#components/status/status.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';

/** Shows the reasons of an exception, one badge each. */
export function ExceptionStates({ states }: Pick<ExceptionRow, 'states'>) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1 md:py-1">
      {states.map((state) =>
        state === 'unknown-outcome' ? (
          <Status key={state} kind="intent" value="UNKNOWN" />
        ) : (
          <InferredStatus key={state} state={state} />
        ),
      )}
    </span>
  );
}
