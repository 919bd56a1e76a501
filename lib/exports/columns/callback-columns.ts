import 'server-only';
import type { CallbackRow } from '#lib/callbacks/schema/list.ts';
import type { Column } from '../column.ts';
import { escapeFormula } from '../column.ts';

/** The callback log, one line per distinct content. The bytes are on its page and in callback_message. */
export const callbackColumns: readonly Column<CallbackRow>[] = [
  { name: 'message_id', cell: (row) => row.messageId },
  { name: 'sha256', cell: (row) => row.sha256 ?? '' },
  { name: 'kind', cell: (row) => escapeFormula(row.kind) },
  { name: 'verdict', cell: (row) => row.verdict },
  { name: 'first_received_at', kind: 'time', cell: (row, time) => time(row.firstReceivedAt) },
  { name: 'last_received_at', kind: 'time', cell: (row, time) => time(row.lastReceivedAt) },
  { name: 'deliveries', kind: 'number', cell: (row) => String(row.deliveries) },
  { name: 'payment_id', cell: (row) => row.paymentId ?? '' },
  { name: 'client_payment_id', cell: (row) => escapeFormula(row.clientPaymentId ?? '') },
  { name: 'deposit_or_withdrawal_id', cell: (row) => row.subjectId ?? '' },
  { name: 'client_withdrawal_id', cell: (row) => escapeFormula(row.clientWithdrawalId ?? '') },
  { name: 'reason_path', cell: (row) => escapeFormula(row.reason?.path ?? '') },
  { name: 'reason', cell: (row) => escapeFormula(row.reason?.problem ?? '') },
  { name: 'reasons', kind: 'number', cell: (row) => String(row.reasonCount) },
];
