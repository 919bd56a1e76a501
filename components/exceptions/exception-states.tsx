import { MoreStates } from '#components/status/more-states.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { findStatusStyle, inferredStates } from '#components/status/status-table.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { specifyMismatch } from '#lib/payments/model-mismatch.ts';

type Row = Pick<ExceptionRow, 'states' | 'mismatches'>;

/** Lists the reasons of an exception, a wrong coin or network by its own name. */
export const listExceptionStates = ({ states, mismatches }: Row) => specifyMismatch(states, mismatches);

type State = ReturnType<typeof listExceptionStates>[number];

/** Shows the reasons of an exception, one badge each. */
export function ExceptionStates({ row }: { row: Row }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {listExceptionStates(row).map((state) => (
        <ExceptionState key={state} state={state} />
      ))}
    </span>
  );
}

/** Shows the first reason of an exception and the number of the others, on one line. */
export function ExceptionStatesLine({ row }: { row: Row }) {
  const [first, ...others] = listExceptionStates(row);
  return (
    <span className="inline-flex items-center gap-1">
      {first !== undefined && <ExceptionState state={first} />}
      <MoreStates labels={others.map(findLabel)} />
    </span>
  );
}

const findLabel = (state: State): string =>
  state === 'unknown-outcome' ? findStatusStyle('intent', 'UNKNOWN').label : inferredStates[state].label;

/** One reason of an exception. */
export function ExceptionState({ state }: { state: State }) {
  return state === 'unknown-outcome' ? (
    <Status kind="intent" value="UNKNOWN" />
  ) : (
    <InferredStatus state={state} />
  );
}
