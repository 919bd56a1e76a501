import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Time } from '#components/ui/time.tsx';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import type { Verdict } from '#lib/minimums/model.ts';
import { compareToMinimum, findMinimum } from '#lib/minimums/model.ts';
import type { Minimum } from '#lib/minimums/schema.ts';
import { offeredCoins, offeredNetworks } from '#lib/payments/create/model/accepted.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import { inSeconds } from '#lib/values/instant.ts';

export type MinimumsSnapshot = {
  readonly minimums: readonly Minimum[] | null;
  readonly readAt: Instant | null;
};

type Way = {
  readonly coin: string;
  readonly network: string;
  readonly minimum: Amount | null;
  readonly verdict: Verdict;
};

/** Every coin and network that the business takes, against one amount. */
function waysOf(amount: Amount, currency: string, accepted: AcceptedTerms, known: readonly Minimum[]): Way[] {
  return offeredCoins(accepted).flatMap((coin) =>
    offeredNetworks(accepted, coin).map((network) => {
      const minimum = findMinimum(known, { coin, network, currency });
      return { coin, network, minimum, verdict: compareToMinimum(amount, minimum) };
    }),
  );
}

function WayList({ ways, currency }: { ways: readonly Way[]; currency: string }) {
  return (
    <ul className="flex flex-col">
      {ways.map(({ coin, network, minimum }) => (
        <li key={`${coin} ${network}`} className="flex items-center justify-between gap-3 py-0.5">
          <CoinOnNetwork coin={coin} network={network} />
          <AmountText amount={minimum} currency={currency} unknown="The service told no minimum here" />
        </li>
      ))}
    </ul>
  );
}

const age = (readAt: Instant | null) =>
  readAt === null ? null : (
    <>
      {' '}
      Read <Time at={inSeconds(readAt)} />.
    </>
  );

/** §2.8, live: which deposits of this amount the service would take. It warns and never blocks: minimums move. */
export function MinimumCheck({
  amount,
  currency,
  coin,
  network,
  accepted,
  known,
}: {
  amount: Amount;
  currency: string;
  /** With a crypto price: the one way to pay. */
  coin: string | null;
  network: string | null;
  accepted: AcceptedTerms;
  known: MinimumsSnapshot;
}) {
  if (known.minimums === null)
    return (
      <p className="text-muted text-xs">The minimum deposits were never read, so nothing is compared.</p>
    );
  if (coin !== null && network !== null) {
    const minimum = findMinimum(known.minimums, { coin, network, currency });
    const verdict = compareToMinimum(amount, minimum);
    const figure = <AmountText amount={minimum} currency={currency} />;
    if (verdict === 'too-little')
      return (
        <Banner tone="attention" title="Below the minimum deposit">
          The service takes no less than {figure} on {network}.{age(known.readAt)}
        </Banner>
      );
    return (
      <p className="text-muted text-xs">
        {verdict === 'unknown' ? (
          <>No minimum is known for this coin and network.</>
        ) : (
          <>Above the minimum deposit of {figure}.</>
        )}
        {age(known.readAt)}
      </p>
    );
  }
  const ways = waysOf(amount, currency, accepted, known.minimums);
  const having = (verdict: Verdict) => ways.filter((way) => way.verdict === verdict);
  const [enough, tooLittle, unknown] = [having('enough'), having('too-little'), having('unknown')];
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      {ways.length > 0 && enough.length === 0 && unknown.length === 0 ? (
        <Banner tone="attention" title="Below every minimum deposit">
          No coin that this business takes can pay so little.{age(known.readAt)}
        </Banner>
      ) : (
        <p className="text-muted text-xs">
          {enough.length} of {ways.length} ways to pay take this amount.{age(known.readAt)}
        </p>
      )}
      {tooLittle.length > 0 && (
        <Disclosure title="Too little for" detail={String(tooLittle.length)}>
          <WayList ways={tooLittle} currency={currency} />
        </Disclosure>
      )}
      {unknown.length > 0 && (
        <Disclosure title="Minimum not known" detail={String(unknown.length)}>
          <WayList ways={unknown} currency={currency} />
        </Disclosure>
      )}
    </div>
  );
}
