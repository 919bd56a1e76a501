import type { ReactNode } from 'react';
import { CoinMark } from '#components/money/coin-mark.tsx';
import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { Unknown } from '#components/ui/unknown.tsx';
import type { BusinessView } from '#lib/businesses/schema.ts';

type BusinessFields = NonNullable<BusinessView['record']>;

const unsaid = <Unknown reason="The service did not state it" />;

function given(text: string | null | undefined, as: (text: string) => ReactNode = (same) => same): ReactNode {
  if (text === null || text === undefined) return unsaid;
  return text === '' ? <span className="text-muted">empty</span> : as(text);
}

const yesOrNo = (flag: boolean | null | undefined): ReactNode =>
  flag === null || flag === undefined ? unsaid : flag ? 'Yes' : 'No';

function Codes({ codes, coins = false }: { codes: readonly string[] | null | undefined; coins?: boolean }) {
  if (codes === null || codes === undefined) return unsaid;
  if (codes.length === 0) return <span className="text-muted">none</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {codes.map((code) => (coins ? <CoinMark key={code} coin={code} /> : <span key={code}>{code}</span>))}
    </span>
  );
}

const mono = (text: string) => <span className="break-all font-mono text-xs">{text}</span>;
const policies: Readonly<Record<string, string>> = {
  PROCESS: 'The excess is processed',
  EXCESS_REFUND: 'The excess is refunded',
};
const policy = (value: string) => (policies[value] === undefined ? value : `${policies[value]} (${value})`);

/** §2.7, every field by its place. Absent is "—"; nothing is filled in. */
export function BusinessFacts({ record }: { record: BusinessFields }) {
  const networks = record.supportedDepositCurrenciesWithNetworks;
  return (
    <>
      <Section title="Identity">
        <DescriptionList wide>
          <Fact label="Name">{given(record.name)}</Fact>
          <Fact label="Business ID">
            {given(record.id, (id) => (
              <Identifier value={id} name="business ID" whole />
            ))}
          </Fact>
          <Fact label="Checkout theme">{given(record.theme)}</Fact>
          <Fact label="Created">
            {record.createdAt === null || record.createdAt === undefined ? (
              unsaid
            ) : (
              <DateTime at={record.createdAt} />
            )}
          </Fact>
        </DescriptionList>
      </Section>
      <Section title="What it accepts">
        <DescriptionList>
          <Fact label="Display currencies">
            <Codes codes={record.supportedDisplayCurrencies} />
          </Fact>
          <Fact label="Deposit currencies">
            <Codes codes={record.supportedDepositCurrencies} coins />
          </Fact>
          <Fact label="Networks by currency">
            {networks === null || networks === undefined ? (
              unsaid
            ) : (
              <ul className="flex flex-col gap-1">
                {Object.entries(networks).map(([coin, list]) => (
                  <li key={coin} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
                    <CoinMark coin={coin} />
                    <Codes codes={list} />
                  </li>
                ))}
              </ul>
            )}
          </Fact>
        </DescriptionList>
      </Section>
      <Section title="Settlement and policies">
        <DescriptionList wide>
          <Fact label="Settlement crypto ratio" hint="Printed as received: its scale is not shown">
            {given(record.settlementCryptoRatio)}
          </Fact>
          <Fact label="Overpayment policy">{given(record.overpaymentPolicy, policy)}</Fact>
          <Fact label="Settlement crypto currency">{given(record.settlementCryptoCurrency)}</Fact>
          <Fact label="Refund follow-up deposits" hint="Of one-time payments">
            {yesOrNo(record.refundFollowUpDepositsForOneTimePayments)}
          </Fact>
          <Fact label="Settlement fiat currency">{given(record.settlementFiatCurrency)}</Fact>
          <Fact
            label="Service fee borne by payer"
            hint="userServiceFeeDistributionPercentage, printed as received"
          >
            {given(record.userServiceFeeDistributionPercentage)}
          </Fact>
        </DescriptionList>
      </Section>
      <Section title="Callback addresses">
        <DescriptionList>
          <Fact label="Deposit received">{given(record.depositReceivedCallbackUrl, mono)}</Fact>
          <Fact label="Deposit exchanged">{given(record.depositExchangedCallbackUrl, mono)}</Fact>
          <Fact label="Withdrawal">{given(record.withdrawalCallbackUrl, mono)}</Fact>
        </DescriptionList>
      </Section>
    </>
  );
}
