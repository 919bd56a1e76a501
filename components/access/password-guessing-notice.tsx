import { Banner } from '#components/ui/banner.tsx';
import { Time } from '#components/ui/time.tsx';
import { tSignIn } from '#lib/messages/access.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Warns a person that someone tried many passwords for their account. */
export function PasswordGuessingNotice({ at }: { at: Instant }) {
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4">
      <Banner tone="attention" title={tSignIn('guessing.title')}>
        {tSignIn.rich('guessing.lastAttempt', { time: () => <Time at={toUnixSeconds(at)} /> })}{' '}
        {tSignIn('guessing.advice')}
      </Banner>
    </div>
  );
}
