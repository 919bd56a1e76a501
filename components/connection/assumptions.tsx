import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { AssumptionView } from '#lib/connection/schema.ts';

/** Everything that the interface does not show and the code had to settle: how, by which variable, and what was seen. */
export function Assumptions({ assumptions }: { assumptions: readonly AssumptionView[] }) {
  return (
    <Section title="Assumptions" count={assumptions.length} flush>
      <p className="max-w-form px-4 py-3 text-muted text-sm">
        The interface of the service leaves these points open. Each has a value that can be wrong for your
        account: compare it with what you know, and change the variable where there is one.
      </p>
      <ul className="border-line border-t">
        {assumptions.map((one) => (
          <li
            key={one.key}
            className="grid gap-x-6 gap-y-1 border-line border-b px-4 py-2.5 text-sm last:border-b-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)]"
          >
            <div className="min-w-0">
              <p className="break-words">{one.question}</p>
              <p className="text-faint text-xs">{one.section}</p>
            </div>
            <div className="min-w-0">
              <p className="wrap-anywhere">
                {one.value} {one.value !== one.default && <Badge tone="waiting">Changed</Badge>}
              </p>
              {one.value !== one.default && (
                <p className="wrap-anywhere text-muted text-xs">Default: {one.default}</p>
              )}
              {one.observed !== null && (
                <p className="wrap-anywhere text-muted text-xs">
                  <span className="font-medium text-ink">Observed:</span> {one.observed}
                </p>
              )}
            </div>
            <div className="min-w-0 text-xs">
              {one.variable !== null ? (
                <code className="wrap-anywhere">{one.variable}</code>
              ) : (
                <p className="text-muted">
                  <span className="text-ink">No variable.</span> {one.because}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
