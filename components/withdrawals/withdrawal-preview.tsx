'use client';

import { useQuery } from '@tanstack/react-query';
import type { PreviewProps } from '#components/list/table/list-preview.ts';
import { PreviewState } from '#components/list/table/preview-state.tsx';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Conflicts } from '#components/timeline/conflicts.tsx';
import { ValueWithSource } from '#components/timeline/value-with-source.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tWithdrawal } from '#lib/messages/withdrawals.ts';
import type { WithdrawalPageView } from '#lib/reports/schema/pages.ts';
import { findWithdrawalNetwork } from '#lib/values/currencies.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { findAddressLink } from '#lib/values/links.ts';
import { WithdrawalHeader } from './withdrawal-header.tsx';
import { WithdrawalMoney } from './withdrawal-money.tsx';
import { WithdrawalTransaction } from './withdrawal-transaction.tsx';

const shape = checkFields<WithdrawalPageView>(withFields('withdrawal', 'timeline'));

/** Shows a withdrawal in the list's drawer. */
export function WithdrawalPreview({ businessId, id }: PreviewProps) {
  const read = useQuery({
    queryKey: ['b', businessId, 'withdrawals', 'one', id],
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'withdrawals', id), shape, signal),
  });
  if (!read.data) return <PreviewState query={read} />;
  const { withdrawal } = read.data;
  const { provenance, toAddress, toTag } = withdrawal;
  const network = findWithdrawalNetwork(withdrawal.withdrawCurrency) ?? '';
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <p className="font-semibold text-lg [overflow-wrap:anywhere]">
          {ExternalText(withdrawal.clientWithdrawalId ?? tWithdrawal('noClientId'))}
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Status kind="withdrawal" value={withdrawal.status} />
        </div>
      </div>
      <Conflicts conflicts={withdrawal.conflicts} record={withdrawal} />
      <WithdrawalHeader withdrawal={withdrawal} />
      <Section title={tWithdrawal('sections.money')}>
        <WithdrawalMoney withdrawal={withdrawal} />
      </Section>
      <DescriptionList>
        <Fact label={tWithdrawal('facts.withdrawalId')} stacked>
          <Identifier whole value={id} name={tWithdrawal('identifiers.withdrawal')} />
        </Fact>
        <Fact label={tWithdrawal('facts.address')} stacked>
          <ValueWithSource provenance={provenance} field="toTxAddress">
            {toAddress && (
              <Identifier
                whole
                value={toAddress}
                name={tWithdrawal('identifiers.address')}
                href={findAddressLink(network, toAddress)}
              />
            )}
          </ValueWithSource>
        </Fact>
        {toTag !== null && (
          <Fact label={tWithdrawal('facts.tag')} stacked>
            <Identifier whole value={toTag} name={tWithdrawal('identifiers.tag')} />
          </Fact>
        )}
        <WithdrawalTransaction withdrawal={withdrawal} />
        <Fact label={tWithdrawal('facts.received')}>
          <DateTime at={toUnixSeconds(withdrawal.firstReceivedAt)} />
        </Fact>
      </DescriptionList>
    </div>
  );
}
