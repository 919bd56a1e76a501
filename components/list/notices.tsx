import { Banner } from '#components/ui/banner.tsx';

/** What of the address was not understood. */
export function Notices({ ignored, lostPlace }: { ignored: string; lostPlace: boolean }) {
  return (
    <div className="flex flex-col gap-2 px-4 pb-3">
      {ignored !== '' && (
        <Banner title={`Part of the address was left out: ${ignored}`}>
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
