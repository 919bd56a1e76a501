/**
 * The connection to the payment service: checks that it works, what was observed about each assumption, conflicts in the
 * reported data, and confirmed deposits without a callback. It relies on `lib/service` for requests and on the read model
 * for everything else. It changes nothing at the service. The secret part of callback addresses leaves this room only
 * through `reveal-addresses.ts`.
 */
import 'server-only';

export { checkSettledPayments } from './check-payments.ts';
export { toInstanceCheck } from './instance/instance-check.ts';
export { checkAddresses } from './queries/addresses.ts';
export { countUnacknowledgedConflicts, findOldestConflict } from './queries/conflicts.ts';
export { readConnection } from './queries/connection.ts';
export { readGoingLive } from './queries/going-live.ts';
export { listMissedDeposits } from './queries/missed-deposits.ts';
export { readStatus } from './queries/status.ts';
export { runDoctor } from './run-doctor.ts';
