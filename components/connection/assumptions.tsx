import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Fold } from '#components/ui/fold.tsx';
import type { AssumptionState } from '#lib/connection/model.ts';
import { assumptionStates, findAssumptionState } from '#lib/connection/model.ts';
import type { AssumptionView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';

/** Lists every point that the interface leaves open: our assumption, its variable and what was observed, by what is known. */
export function Assumptions({ assumptions }: { assumptions: readonly AssumptionView[] }) {
  return (
    <Section title={tConnection('assumptions.title')} count={assumptions.length} flush>
      <p className="max-w-form px-4 py-3 text-muted text-sm">{tConnection('assumptions.help')}</p>
      {assumptionStates.map((state) => (
        <AssumptionGroup
          key={state}
          state={state}
          assumptions={assumptions.filter((one) => findAssumptionState(one) === state)}
        />
      ))}
    </Section>
  );
}

/** Shows those that an owner has to look at. The others, nearly a hundred, open on demand. */
const isShown: Readonly<Record<AssumptionState, boolean>> = {
  contradicted: true,
  changed: true,
  unchecked: false,
  supported: false,
};

function AssumptionGroup({
  state,
  assumptions,
}: {
  state: AssumptionState;
  assumptions: readonly AssumptionView[];
}) {
  if (assumptions.length === 0) return null;
  return (
    <Fold title={tConnection(`assumptions.groups.${state}`)} count={assumptions.length} open={isShown[state]}>
      <ul>
        {assumptions.map((one) => (
          <li
            key={one.key}
            className="grid gap-x-6 gap-y-1 border-line border-b px-4 py-2.5 text-sm last:border-b-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)]"
          >
            <p className="min-w-0 break-words">{one.question}</p>
            <div className="min-w-0">
              <p className="wrap-anywhere">
                {one.value}{' '}
                {one.value !== one.default && (
                  <Badge tone="waiting">{tConnection('assumptions.changed')}</Badge>
                )}
              </p>
              {one.value !== one.default && (
                <p className="wrap-anywhere text-muted text-xs">
                  {tConnection('assumptions.default', { value: one.default })}
                </p>
              )}
              {one.observed !== null && (
                <p className="wrap-anywhere text-muted text-xs">
                  {tConnection.rich('assumptions.observed', {
                    strong: (text) => <span className="font-medium text-ink">{text}</span>,
                    text: one.observed,
                  })}
                </p>
              )}
            </div>
            <div className="min-w-0 text-xs">
              {one.variable !== null ? (
                <code className="wrap-anywhere">{one.variable}</code>
              ) : (
                <p className="text-muted">
                  {tConnection.rich('assumptions.noVariable', {
                    strong: (text) => <span className="text-ink">{text}</span>,
                    reason: one.because ?? '',
                  })}
                </p>
              )}
              <p className="text-faint">{tConnection('assumptions.technical', { section: one.section })}</p>
            </div>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
