import type { DepositState, PaymentState, WithdrawalState } from './record-state.ts';
import type { Registers } from './registers.ts';
import { toProvenance } from './registers.ts';

/** A state in a fixed order, so that equal states have equal JSON. */
type NormalForm = Readonly<Record<string, unknown>> | null;

const sortKeys = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));

const normalizeRegisters = ({ values, stamps, conflicts }: Registers): NormalForm => ({
  values: sortKeys(values),
  provenance: toProvenance(stamps),
  conflicts,
});

/** Returns the normal form of a payment. */
export const normalizePayment = (state: PaymentState | null): NormalForm => {
  if (state === null) return null;
  const { registers, ...rest } = state;
  return { ...rest, ...normalizeRegisters(registers) };
};

/** Returns the normal form of a deposit. */
export function normalizeDeposit(state: DepositState, versions: number): NormalForm {
  const { registers, risk, ...rest } = state;
  return { ...rest, ...normalizeRegisters(registers), risk: normalizeRegisters(risk), versions };
}

/** Returns the normal form of a withdrawal. */
export function normalizeWithdrawal(state: WithdrawalState | null, versions: number): NormalForm {
  if (state === null) return null;
  const { registers, risk, ...rest } = state;
  return { ...rest, ...normalizeRegisters(registers), risk: normalizeRegisters(risk), versions };
}

/** Lists the paths at which two normal forms differ, with both values. */
export function listDifferences(
  stored: unknown,
  rebuilt: unknown,
  path = '',
): { path: string; held: string; rebuilt: string }[] {
  const texts = { held: JSON.stringify(stored) ?? 'nothing', rebuilt: JSON.stringify(rebuilt) ?? 'nothing' };
  if (texts.held === texts.rebuilt) return [];
  if (!isRecord(stored) || !isRecord(rebuilt)) return [{ path, ...texts }];
  return [...new Set([...Object.keys(stored), ...Object.keys(rebuilt)])].flatMap((key) =>
    listDifferences(stored[key], rebuilt[key], path === '' ? key : `${path}.${key}`),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
