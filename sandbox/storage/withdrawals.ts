import type { DatabaseSync } from 'node:sqlite';
import { brand } from '#lib/values/brand.ts';
import type { WithdrawalState } from '../lifecycle/withdrawal-state.ts';

const states = (found: unknown): WithdrawalState[] =>
  brand<{ state: string }[]>(found).map(({ state }) => brand<WithdrawalState>(JSON.parse(state)));

/** Stores withdrawals, each as one JSON text. */
export function createWithdrawalStore(database: DatabaseSync) {
  const insert = database.prepare('insert into withdrawal (id, business_id, state) values (?, ?, ?)');
  const update = database.prepare('update withdrawal set state = ? where id = ?');
  const byId = database.prepare('select state from withdrawal where id = ?');
  const newest = database.prepare(
    "select state from withdrawal where (?1 = '' or business_id = ?1) order by seq desc limit ?2",
  );
  return {
    add: (state: WithdrawalState) => void insert.run(state.id, state.businessId, JSON.stringify(state)),
    save: (state: WithdrawalState) => void update.run(JSON.stringify(state), state.id),
    find: (id: string): WithdrawalState | null => states(byId.all(id.toLowerCase()))[0] ?? null,
    newest: (businessId: string, size: number): WithdrawalState[] => states(newest.all(businessId, size)),
  };
}
