import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListOracle, StoredRow } from './list-oracle.ts';

async function readTable(businessId: BusinessId, table: string): Promise<readonly StoredRow[]> {
  const sql = `SELECT * FROM ${table} WHERE business_id = $1`;
  return (await databasePool().query<StoredRow>(sql, [businessId])).rows;
}

const flags = (all: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.entries(all).flatMap(([name, has]) => (has ? [name] : []));
const isZeroOrUnknown = (value: unknown): boolean => value === null || /^0(\.0*)?$/.test(String(value));
const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Reads the tables and describes how each list reads them. */
export async function createOracles(businessId: BusinessId): Promise<Readonly<Record<string, ListOracle>>> {
  const [payments, deposits, withdrawals, messages, risks, labels] = await Promise.all([
    readTable(businessId, 'payment'),
    readTable(businessId, 'deposit'),
    readTable(businessId, 'withdrawal'),
    readTable(businessId, 'callback_message'),
    readTable(businessId, 'deposit_risk'),
    readTable(businessId, 'record_label'),
  ]);
  const assessed = new Set(risks.flatMap((row) => (row['assessment'] === null ? [] : [row['deposit_id']])));
  const findDeposits = (row: StoredRow) => deposits.filter((one) => one['payment_id'] === row['payment_id']);
  const hasConfirmed = (row: StoredRow) => findDeposits(row).some((one) => one['status'] === 'CONFIRMED');
  const readLabels = (id: string) => (row: StoredRow) =>
    labels.flatMap((label) => (label['record_id'] === row[id] ? [label['label_id']] : []));
  const column = (name: string) => (row: StoredRow) => [row[name]].filter((value) => value !== null);
  const money = (currency: string, amount: string) => (row: StoredRow) =>
    [row[currency], row[amount]] as const;
  const inEur = (amount: string) => (row: StoredRow) => ['EUR', row[amount]] as const;
  const either = (row: StoredRow, record: string, callback: string) => row[record] ?? row[callback];
  const isPricedInCoin = (row: StoredRow) =>
    row['display_currency'] === null ||
    (row['expected_display_amount'] === null && row['expected_deposit_amount'] !== null);
  const value = (name: string) => (row: StoredRow) => row[name];

  const paymentOracle: ListOracle = {
    ...{ rows: payments, id: 'payment_id', at: 'sort_at' },
    total: {
      field: 'actualUniformAmount',
      // A zero that is older than a confirmed deposit counts as not reported.
      read: (row) => [
        'EUR',
        isZeroOrUnknown(row['actual_uniform_amount']) && hasConfirmed(row)
          ? null
          : row['actual_uniform_amount'],
      ],
    },
    choices: {
      ...{ status: column('status'), type: column('type'), rateType: column('rate_type') },
      ...{ depositCurrency: column('deposit_currency'), expectedNetwork: column('expected_network') },
      ...{ displayCurrency: column('display_currency'), overpaymentPolicy: column('overpayment_policy') },
      redirectMode: column('redirect_mode'),
      locale: (row) => (row['locale'] === null ? [] : [String(row['locale']).toLowerCase().split(/[-_]/)[0]]),
      refundFollowUpDepositsForOneTimePayments: column('refund_follow_up_deposits_for_one_time_payments'),
      pricedIn: (row) => column(isPricedInCoin(row) ? 'deposit_currency' : 'display_currency')(row),
      actualIn: (row) =>
        !isPricedInCoin(row)
          ? column('display_currency')(row)
          : row['currency_mismatch'] === true
            ? []
            : column('deposit_currency')(row),
      depositStatus: (row) => findDeposits(row).flatMap(column('status')),
      refundStatus: (row) => findDeposits(row).flatMap(column('refund_status')),
      derived: (row) => [
        ...column('coverage')(row),
        ...flags({
          late: row['late'] === true,
          mismatch: row['currency_mismatch'] === true,
          several: findDeposits(row).length > 1,
          'no-deposit': findDeposits(row).length === 0,
          'no-eur': hasConfirmed(row) && isZeroOrUnknown(row['actual_uniform_amount']),
          'callback-only': row['record_seen'] === false,
          conflict: !isEmpty(row['conflicts']),
        }),
      ],
      label: readLabels('payment_id'),
      assessment: (row) =>
        findDeposits(row).some((one) => !assessed.has(one['deposit_id'])) ? ['never'] : [],
    },
    days: {
      ...{ paymentInitiatedAt: 'payment_initiated_at', paymentRequestedAt: 'payment_requested_at' },
      ...{ expirationTime: 'expiration_time', firstObservedAt: 'first_observed_at' },
      ...{ changedAt: 'changed_at', lastReadAt: 'last_read_at' },
    },
    amounts: {
      expectedDisplayAmount: money('display_currency', 'expected_display_amount'),
      actualDisplayAmount: money('display_currency', 'actual_display_amount'),
      expectedDepositAmount: money('deposit_currency', 'expected_deposit_amount'),
      actualDepositAmount: (row) => [
        row['currency_mismatch'] === true ? null : row['deposit_currency'],
        row['actual_deposit_amount'],
      ],
      expectedUniformAmount: inEur('expected_uniform_amount'),
      actualUniformAmount: inEur('actual_uniform_amount'),
      expectedDisplayDistributedUserServiceFee: money(
        'display_currency',
        'expected_display_distributed_user_service_fee',
      ),
      actualDisplayDistributedUserServiceFee: money(
        'display_currency',
        'actual_display_distributed_user_service_fee',
      ),
      expectedDepositDistributedUserServiceFee: money(
        'deposit_currency',
        'expected_deposit_distributed_user_service_fee',
      ),
      actualDepositDistributedUserServiceFee: money(
        'deposit_currency',
        'actual_deposit_distributed_user_service_fee',
      ),
    },
    exact: {
      ...{ clientPaymentId: 'client_payment_id', walletAddress: 'wallet_address' },
      destinationTag: 'destination_tag',
    },
    sorts: {
      ...{ expectedDisplayAmount: value('expected_display_amount'), changedAt: value('changed_at') },
      ...{ actualDisplayAmount: value('actual_display_amount') },
      ...{ expectedUniformAmount: value('expected_uniform_amount') },
      actualUniformAmount: value('actual_uniform_amount'),
    },
  };

  const depositOracle: ListOracle = {
    ...{ rows: deposits, id: 'deposit_id', at: 'sort_at' },
    total: {
      field: 'settlementPayableAmount',
      read: money('settlement_currency', 'settlement_payable_amount'),
    },
    choices: {
      ...{
        status: column('status'),
        depositCurrency: column('deposit_currency'),
        network: column('network'),
      },
      ...{ displayCurrency: column('display_currency'), settlementCurrency: column('settlement_currency') },
      ...{ refundStatus: column('refund_status'), refundReason: column('refund_reason') },
      ...{ refundType: column('refund_type'), rateType: column('rate_type'), payment: column('payment_id') },
      amountFrom: (row) =>
        row['deposit_amount'] !== null
          ? ['record']
          : row['callback_deposit_amount'] !== null
            ? ['callback']
            : [],
      displayFrom: (row) =>
        row['display_amount'] !== null
          ? ['record']
          : row['callback_display_amount'] !== null
            ? ['callback']
            : [],
      derived: (row) => {
        const contents = messages.filter(
          (one) =>
            one['subject_id'] === row['deposit_id'] &&
            one['kind'] === 'deposit-received' &&
            one['shown_with'] === null &&
            ['applied', 'new-version'].includes(String(one['verdict'])),
        );
        return flags({
          'callback-only': row['record_seen'] === false,
          unlisted: row['unlisted'] === true,
          'no-eur': row['uniform_payable_amount'] === null,
          refunded: row['refund_first_seen_at'] !== null,
          changed: contents.length > 1,
          conflict: !isEmpty(row['conflicts']),
        });
      },
      label: readLabels('deposit_id'),
      assessment: (row) => (assessed.has(row['deposit_id']) ? [] : ['never']),
    },
    days: {
      ...{ depositReceivedAt: 'deposit_received_at', refundConfirmedAt: 'refund_confirmed_at' },
      ...{ firstObservedAt: 'first_observed_at', changedAt: 'changed_at' },
    },
    amounts: {
      depositAmount: (row) => [
        row['deposit_currency'],
        either(row, 'deposit_amount', 'callback_deposit_amount'),
      ],
      onChainFee: money('deposit_currency', 'on_chain_fee'),
      displayAmount: (row) => [
        row['display_currency'],
        either(row, 'display_amount', 'callback_display_amount'),
      ],
      settlementPayableAmount: money('settlement_currency', 'settlement_payable_amount'),
      displayPayableAmount: money('display_currency', 'display_payable_amount'),
      uniformPayableAmount: inEur('uniform_payable_amount'),
      displayServiceFee: money('display_currency', 'display_service_fee'),
      settlementServiceFee: money('settlement_currency', 'settlement_service_fee'),
      uniformServiceFee: inEur('uniform_service_fee'),
      displayDistributedUserServiceFee: money('display_currency', 'display_distributed_user_service_fee'),
      depositDistributedUserServiceFee: money('deposit_currency', 'deposit_distributed_user_service_fee'),
      settlementDistributedUserServiceFee: money(
        'settlement_currency',
        'settlement_distributed_user_service_fee',
      ),
      uniformDistributedUserServiceFee: inEur('uniform_distributed_user_service_fee'),
      displayRateDepegLossAmount: money('display_currency', 'display_rate_depeg_loss_amount'),
      settlementRateDepegLossAmount: money('settlement_currency', 'settlement_rate_depeg_loss_amount'),
      uniformRateDepegLossAmount: inEur('uniform_rate_depeg_loss_amount'),
      callbackSettlementAmount: money('settlement_currency', 'callback_settlement_amount'),
      // By the default assumption about this field of a callback.
      callbackDisplayDepegLoss: money('deposit_currency', 'callback_display_depeg_loss'),
    },
    exact: { transactionId: 'transaction_id', fromAddress: 'from_address', toAddress: 'to_address' },
    sorts: {
      depositAmount: (row) => either(row, 'deposit_amount', 'callback_deposit_amount'),
      depositValueInEur: value('uniform_payable_amount'),
      ...{ uniformPayableAmount: value('uniform_payable_amount'), changedAt: value('changed_at') },
    },
  };

  const refundOracle: ListOracle = {
    rows: deposits.filter((row) => row['refund_first_seen_at'] !== null),
    ...{ id: 'deposit_id', at: 'refund_first_seen_at' },
    total: { field: 'refundAmount', read: money('refund_deposit_currency', 'refund_amount') },
    choices: {
      ...{ status: column('refund_status'), reason: column('refund_reason'), type: column('refund_type') },
      ...{ depositCurrency: column('refund_deposit_currency'), network: column('refund_network') },
      displayCurrency: column('refund_display_currency'),
      derived: (row) =>
        flags({
          'no-transaction': row['refund_transaction_id'] === null,
          'no-amount': row['refund_amount'] === null,
        }),
    },
    days: {
      firstSeenAt: 'refund_first_seen_at',
      ...{ confirmedAt: 'refund_confirmed_at', changedAt: 'changed_at' },
    },
    amounts: {
      refundAmount: money('refund_deposit_currency', 'refund_amount'),
      refundFee: money('refund_deposit_currency', 'refund_fee'),
      refundDisplayAmount: money('refund_display_currency', 'refund_display_amount'),
      refundDisplayFee: money('refund_display_currency', 'refund_display_fee'),
    },
    exact: { transactionId: 'refund_transaction_id' },
    sorts: { refundAmount: value('refund_amount'), confirmedAt: value('refund_confirmed_at') },
  };

  const withdrawalOracle: ListOracle = {
    ...{ rows: withdrawals, id: 'withdrawal_id', at: 'first_received_at' },
    total: {
      field: 'deductedSettlementAmount',
      read: money('settlement_currency', 'deducted_settlement_amount'),
    },
    choices: {
      ...{ status: column('status'), withdrawCurrency: column('withdraw_currency') },
      ...{ settlementCurrency: column('settlement_currency'), displayCurrency: column('display_currency') },
      derived: (row) => {
        const contents = messages.filter(
          (one) =>
            one['subject_id'] === row['withdrawal_id'] &&
            one['shown_with'] === null &&
            ['applied', 'new-version'].includes(String(one['verdict'])),
        );
        return flags({
          'no-transaction': row['transaction_id'] === null,
          changed: contents.length > 1,
          conflict: !isEmpty(row['conflicts']),
        });
      },
      label: readLabels('withdrawal_id'),
    },
    days: { receivedAt: 'first_received_at', changedAt: 'changed_at' },
    amounts: {
      expectedDisplayAmount: money('display_currency', 'expected_display_amount'),
      actualDisplayAmount: money('display_currency', 'actual_display_amount'),
      estimatedWithdrawAmount: money('withdraw_currency', 'estimated_withdraw_amount'),
      actualWithdrawAmount: money('withdraw_currency', 'actual_withdraw_amount'),
      withdrawFee: money('withdraw_currency', 'withdraw_fee'),
      deductedSettlementAmount: money('settlement_currency', 'deducted_settlement_amount'),
      displayFee: money('display_currency', 'display_fee'),
      displayRateDepegLossAmount: money('display_currency', 'display_rate_depeg_loss_amount'),
      settlementRateDepegLossAmount: money('settlement_currency', 'settlement_rate_depeg_loss_amount'),
    },
    exact: {
      ...{ clientWithdrawalId: 'client_withdrawal_id', toAddress: 'to_address', toTag: 'to_tag' },
      transactionId: 'transaction_id',
    },
    sorts: {
      ...{ actualWithdrawAmount: value('actual_withdraw_amount'), changedAt: value('changed_at') },
      deductedSettlementAmount: value('deducted_settlement_amount'),
    },
  };

  const isWithdrawal = (row: StoredRow) => row['kind'] === 'withdrawal';
  const callbackOracle: ListOracle = {
    ...{ rows: messages, id: 'id', at: 'first_received_at', total: null },
    choices: {
      ...{ kind: column('kind'), payment: column('payment_id') },
      deliveries: (row) => [Number(row['deliveries']) > 1 ? 'repeated' : 'once'],
      deposit: (row) => (isWithdrawal(row) ? [] : column('subject_id')(row)),
      withdrawal: (row) => (isWithdrawal(row) ? column('subject_id')(row) : []),
    },
    days: { receivedAt: 'first_received_at', lastReceivedAt: 'last_received_at' },
    ...{ amounts: {}, exact: {}, sorts: {} },
  };
  return {
    ...{ payments: paymentOracle, deposits: depositOracle, refunds: refundOracle },
    ...{ withdrawals: withdrawalOracle, callbacks: callbackOracle },
  };
}
