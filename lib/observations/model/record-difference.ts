import type { DepositState, PaymentState, WithdrawalState } from './record-state.ts';
import type { Registers } from './registers.ts';
import { toProvenance } from './registers.ts';

/** A state with everything in one order, so that equal states are equal text. */
type Normal = Readonly<Record<string, unknown>> | null;

const inOrder = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));

const normalRegisters = ({ values, stamps, conflicts }: Registers): Normal => ({
  values: inOrder(values),
  provenance: toProvenance(stamps),
  conflicts,
});

export const normalPayment = (state: PaymentState | null): Normal => {
  if (state === null) return null;
  const { registers, ...rest } = state;
  return { ...rest, ...normalRegisters(registers) };
};

export function normalDeposit(state: DepositState, versions: number): Normal {
  const { registers, risk, ...rest } = state;
  return { ...rest, ...normalRegisters(registers), risk: normalRegisters(risk), versions };
}

export function normalWithdrawal(state: WithdrawalState | null, versions: number): Normal {
  if (state === null) return null;
  const { registers, risk, ...rest } = state;
  return { ...rest, ...normalRegisters(registers), risk: normalRegisters(risk), versions };
}

/** Where two normal forms part, by path. */
export function listDifferences(
  held: unknown,
  rebuilt: unknown,
  path = '',
): { path: string; held: string; rebuilt: string }[] {
  const texts = { held: JSON.stringify(held) ?? 'nothing', rebuilt: JSON.stringify(rebuilt) ?? 'nothing' };
  if (texts.held === texts.rebuilt) return [];
  if (!isRecord(held) || !isRecord(rebuilt)) return [{ path, ...texts }];
  return [...new Set([...Object.keys(held), ...Object.keys(rebuilt)])].flatMap((key) =>
    listDifferences(held[key], rebuilt[key], path === '' ? key : `${path}.${key}`),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
