import { MoreStates } from '#components/status/more-states.tsx';
import { InferredStatus, Status } from '#components/status/status.tsx';
import { findStatusStyle, inferredStates } from '#components/status/status-table.ts';
import type { ExceptionRow } from '#lib/exceptions/model.ts';

type State = ExceptionRow['states'][number];

/** Shows the reasons of an exception, one badge each. */
export function ExceptionStates({ states }: Pick<ExceptionRow, 'states'>) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {states.map((state) => (
        <ExceptionState key={state} state={state} />
      ))}
    </span>
  );
}

/** Shows the first reason of an exception and the number of the others, on one line. */
export function ExceptionStatesLine({ states }: Pick<ExceptionRow, 'states'>) {
  const [first, ...others] = states;
  return (
    <span className="inline-flex items-center gap-1">
      {first !== undefined && <ExceptionState state={first} />}
      <MoreStates labels={others.map(findLabel)} />
    </span>
  );
}

const findLabel = (state: State): string =>
  state === 'unknown-outcome' ? findStatusStyle('intent', 'UNKNOWN').label : inferredStates[state].label;

function ExceptionState({ state }: { state: State }) {
  return state === 'unknown-outcome' ? (
    <Status kind="intent" value="UNKNOWN" />
  ) : (
    <InferredStatus state={state} />
  );
}
