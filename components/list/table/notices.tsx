import { Banner } from '#components/ui/banner.tsx';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { ignoredInWords } from '../filters/filter-labels.ts';

/** What of the address was not understood. */
export function Notices({
  spec,
  ignored,
  lostPlace,
}: {
  spec: ListSpec;
  /** The names of its parameters. */
  ignored: readonly string[];
  lostPlace: boolean;
}) {
  return (
    <div className="flex flex-col gap-2 px-4 pb-3">
      {ignored.length > 0 && (
        <Banner title={`Part of the address was left out: ${ignoredInWords(spec, ignored)}`}>
          It asks for something that this list does not have.
        </Banner>
      )}
      {lostPlace && (
        <Banner title="This is the beginning of the list">
          The place in the address belongs to another list or to other filters.
        </Banner>
      )}
    </div>
  );
}
