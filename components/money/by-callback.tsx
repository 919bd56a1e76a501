import { Radio } from 'lucide-react';

/** Stands before an amount that only a callback told: outlined, as all that no record has confirmed. */
export function ByCallback({ why }: { why: string }) {
  return (
    <span
      title={why}
      className="mr-1 inline-flex size-4.5 items-center justify-center rounded-xs border border-waiting-line border-dashed align-text-bottom text-waiting"
    >
      <Radio aria-hidden className="size-3" />
      <span className="sr-only">by callback only: </span>
    </span>
  );
}
