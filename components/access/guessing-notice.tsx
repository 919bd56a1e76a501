import { Banner } from '#components/ui/banner.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Instant } from '#lib/values/instant.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** Tells a person that strangers tried many passwords on their account. */
export function GuessingNotice({ at }: { at: Instant }) {
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4">
      <Banner tone="attention" title="Someone tried many passwords for your account">
        Last delayed attempt: <Time at={inSeconds(at)} />. Check that you use your password nowhere else, and
        tell an owner of your business.
      </Banner>
    </div>
  );
}
