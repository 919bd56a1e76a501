import { TriangleAlert } from 'lucide-react';
import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Time } from '#components/ui/time.tsx';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { tMinimumCheck } from '#lib/messages/new-payment.ts';
import type { MinimumVerdict } from '#lib/minimums/model.ts';
import { compareToMinimum, findMinimum } from '#lib/minimums/model.ts';
import type { Minimum } from '#lib/minimums/schema.ts';
import { listOfferedCoins, listOfferedNetworks } from '#lib/payments/create/model/accepted.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

export type MinimumsSnapshot = {
  readonly minimums: readonly Minimum[] | null;
  readonly readAt: Instant | null;
};

type PaymentOption = {
  readonly coin: string;
  readonly network: string;
  readonly minimum: Amount | null;
  readonly verdict: MinimumVerdict;
};

/** Compares an amount with the minimum of every coin and network that the business accepts. */
function listOptions(
  amount: Amount,
  currency: string,
  accepted: AcceptedTerms,
  minimums: readonly Minimum[],
): PaymentOption[] {
  return listOfferedCoins(accepted).flatMap((coin) =>
    listOfferedNetworks(accepted, coin).map((network) => {
      const minimum = findMinimum(minimums, { coin, network, currency });
      return { coin, network, minimum, verdict: compareToMinimum(amount, minimum) };
    }),
  );
}

function OptionList({ options, currency }: { options: readonly PaymentOption[]; currency: string }) {
  return (
    <ul className="flex flex-col">
      {options.map(({ coin, network, minimum }) => (
        <li key={`${coin} ${network}`} className="flex items-center justify-between gap-3 py-0.5">
          <CoinOnNetwork coin={coin} network={network} />
          <AmountText amount={minimum} currency={currency} unknown={tMinimumCheck('notReported')} />
        </li>
      ))}
    </ul>
  );
}

/** Most options that a sentence names. The lists below it have all of them. */
const mostNamed = 5;

/** Names the options, or counts them where they are many. */
const nameSome = (options: readonly PaymentOption[], counted: 'options' | 'otherOptions'): string =>
  options.length <= mostNamed ? nameOptions(options) : tMinimumCheck(`${counted}`, { count: options.length });

/** Names the options: the network where it is the coin's own, otherwise coin and network. */
const nameOptions = (options: readonly PaymentOption[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(
    options.map(({ coin, network }) =>
      coin === network ? coin : tMinimumCheck('coinOnNetwork', { coin, network }),
    ),
  );

const renderAge = (readAt: Instant | null) =>
  readAt === null ? null : (
    <> {tMinimumCheck.rich('read', { time: () => <Time at={toUnixSeconds(readAt)} /> })}</>
  );

/** Shows which coins can pay an amount (§2.8). It warns and never blocks, because minimums change. */
export function MinimumCheck({
  amount,
  currency,
  coin,
  network,
  accepted,
  snapshot,
}: {
  amount: Amount;
  currency: string;
  /** Set for a crypto price, which has one coin and network. */
  coin: string | null;
  network: string | null;
  accepted: AcceptedTerms;
  snapshot: MinimumsSnapshot;
}) {
  if (snapshot.minimums === null) return <p className="text-muted text-xs">{tMinimumCheck('neverRead')}</p>;
  if (coin !== null && network !== null) {
    const minimum = findMinimum(snapshot.minimums, { coin, network, currency });
    const verdict = compareToMinimum(amount, minimum);
    const renderMinimum = () => <AmountText amount={minimum} currency={currency} />;
    if (verdict === 'too-little')
      return (
        <Banner tone="attention" title={tMinimumCheck('below')}>
          {tMinimumCheck.rich('belowBody', { network, minimum: renderMinimum })}
          {renderAge(snapshot.readAt)}
        </Banner>
      );
    return (
      <p className="text-muted text-xs">
        {verdict === 'unknown'
          ? tMinimumCheck('unknown')
          : tMinimumCheck.rich('above', { minimum: renderMinimum })}
        {renderAge(snapshot.readAt)}
      </p>
    );
  }
  const options = listOptions(amount, currency, accepted, snapshot.minimums);
  const select = (verdict: MinimumVerdict) => options.filter((option) => option.verdict === verdict);
  const [enough, tooLittle, unknown] = [select('enough'), select('too-little'), select('unknown')];
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      {options.length > 0 && enough.length === 0 && unknown.length === 0 ? (
        <Banner tone="attention" title={tMinimumCheck('belowEvery')}>
          {tMinimumCheck('belowEveryBody')}
          {renderAge(snapshot.readAt)}
        </Banner>
      ) : (
        <p className="text-muted text-xs">
          {tMinimumCheck('accepted', { accepted: enough.length, total: options.length })}
          {renderAge(snapshot.readAt)}
        </p>
      )}
      {tooLittle.length > 0 && enough.length > 0 && (
        <p className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-attention" />
          <span>
            {tMinimumCheck('mixed', {
              below: nameSome(tooLittle, 'options'),
              enough: nameSome(enough, 'otherOptions'),
            })}
          </span>
        </p>
      )}
      {unknown.length > 0 && <p>{tMinimumCheck('someUnknown', { unknown: nameOptions(unknown) })}</p>}
      {enough.length > 0 && (
        <Disclosure title={tMinimumCheck('enoughFor')} detail={String(enough.length)}>
          <OptionList options={enough} currency={currency} />
        </Disclosure>
      )}
      {tooLittle.length > 0 && (
        <Disclosure title={tMinimumCheck('tooSmallFor')} detail={String(tooLittle.length)}>
          <OptionList options={tooLittle} currency={currency} />
        </Disclosure>
      )}
      {unknown.length > 0 && (
        <Disclosure title={tMinimumCheck('notKnown')} detail={String(unknown.length)}>
          <OptionList options={unknown} currency={currency} />
        </Disclosure>
      )}
    </div>
  );
}
