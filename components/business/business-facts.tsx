import type { ReactNode } from 'react';
import { CoinMark } from '#components/money/coin-mark.tsx';
import { Section } from '#components/shell/section.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { BusinessView } from '#lib/businesses/schema.ts';
import { tBusiness } from '#lib/messages/business.ts';

type BusinessFields = NonNullable<BusinessView['record']>;

const notReported = <UnknownValue reason={tBusiness('fields.notReported')} />;

function formatText(
  text: string | null | undefined,
  render: (text: string) => ReactNode = (plainText) => plainText,
): ReactNode {
  if (text === null || text === undefined) return notReported;
  return text === '' ? <span className="text-muted">{tBusiness('fields.empty')}</span> : render(text);
}

const formatFlag = (flag: boolean | null | undefined): ReactNode =>
  flag === null || flag === undefined ? notReported : flag ? tBusiness('fields.yes') : tBusiness('fields.no');

function Codes({ codes, coins = false }: { codes: readonly string[] | null | undefined; coins?: boolean }) {
  if (codes === null || codes === undefined) return notReported;
  if (codes.length === 0) return <span className="text-muted">{tBusiness('fields.none')}</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {codes.map((code) => (coins ? <CoinMark key={code} coin={code} /> : <span key={code}>{code}</span>))}
    </span>
  );
}

const mono = (text: string) => <span className="break-all font-mono text-xs">{text}</span>;
const formatPolicy = (code: string) =>
  code === 'PROCESS' || code === 'EXCESS_REFUND' ? tBusiness(`policy.${code}`) : code;

/** §2.7, all fields in groups. A missing field shows "—"; nothing is assumed. */
export function BusinessFacts({ record }: { record: BusinessFields }) {
  const networks = record.supportedDepositCurrenciesWithNetworks;
  return (
    <>
      <Section title={tBusiness('fields.identity')}>
        <DescriptionList wide>
          <Fact label={tBusiness('fields.name')}>{formatText(record.name)}</Fact>
          <Fact label={tBusiness('fields.businessId')}>
            {formatText(record.id, (id) => (
              <Identifier value={id} name="business ID" whole />
            ))}
          </Fact>
          <Fact label={tBusiness('fields.theme')}>{formatText(record.theme)}</Fact>
          <Fact label={tBusiness('fields.created')}>
            {record.createdAt === null || record.createdAt === undefined ? (
              notReported
            ) : (
              <DateTime at={record.createdAt} />
            )}
          </Fact>
        </DescriptionList>
      </Section>
      <Section title={tBusiness('fields.accepts')}>
        <DescriptionList>
          <Fact label={tBusiness('fields.displayCurrencies')}>
            <Codes codes={record.supportedDisplayCurrencies} />
          </Fact>
          <Fact label={tBusiness('fields.depositCurrencies')}>
            <Codes codes={record.supportedDepositCurrencies} coins />
          </Fact>
          <Fact label={tBusiness('fields.networksByCurrency')}>
            {networks === null || networks === undefined ? (
              notReported
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
      <Section title={tBusiness('fields.settlement')}>
        <DescriptionList wide>
          <Fact label={tBusiness('fields.settlementCryptoRatio')} hint={tBusiness('fields.ratioHint')}>
            {formatText(record.settlementCryptoRatio)}
          </Fact>
          <Fact label={tBusiness('fields.overpaymentPolicy')}>
            {formatText(record.overpaymentPolicy, formatPolicy)}
          </Fact>
          <Fact label={tBusiness('fields.settlementCryptoCurrency')}>
            {formatText(record.settlementCryptoCurrency)}
          </Fact>
          <Fact label={tBusiness('fields.refundFollowUp')} hint={tBusiness('fields.refundFollowUpHint')}>
            {formatFlag(record.refundFollowUpDepositsForOneTimePayments)}
          </Fact>
          <Fact label={tBusiness('fields.settlementFiatCurrency')}>
            {formatText(record.settlementFiatCurrency)}
          </Fact>
          <Fact label={tBusiness('fields.serviceFee')} hint={tBusiness('fields.serviceFeeHint')}>
            {formatText(record.userServiceFeeDistributionPercentage)}
          </Fact>
        </DescriptionList>
        {typeof record.overpaymentPolicy === 'string' && record.overpaymentPolicy !== '' && (
          <div className="printed-open">
            <Disclosure title={tBusiness('fields.technical')}>
              <DescriptionList>
                <Fact label={tBusiness('fields.overpaymentPolicy')}>{mono(record.overpaymentPolicy)}</Fact>
              </DescriptionList>
            </Disclosure>
          </div>
        )}
      </Section>
      <Section title={tBusiness('fields.callbackAddresses')}>
        <DescriptionList>
          <Fact label={tBusiness('fields.depositReceived')}>
            {formatText(record.depositReceivedCallbackUrl, mono)}
          </Fact>
          <Fact label={tBusiness('fields.depositExchanged')}>
            {formatText(record.depositExchangedCallbackUrl, mono)}
          </Fact>
          <Fact label={tBusiness('fields.withdrawal')}>{formatText(record.withdrawalCallbackUrl, mono)}</Fact>
        </DescriptionList>
      </Section>
    </>
  );
}
