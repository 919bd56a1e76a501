import type { DatabaseSync } from 'node:sqlite';
import { brand } from '#lib/values/brand.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';

type Row = { state: string; seq: number };
const rows = (found: unknown): Row[] => brand<Row[]>(found);
const read = ({ state }: Row): PaymentState => brand<PaymentState>(JSON.parse(state));

/** Stores payments with their deposits, each as one JSON text. */
export function createPaymentStore(database: DatabaseSync) {
  const insert = database.prepare(
    'insert into payment (id, business_id, client_payment_id, status, initiated_at, state) values (?, ?, ?, ?, ?, ?)',
  );
  const update = database.prepare('update payment set status = ?, state = ? where id = ?');
  const insertDeposit = database.prepare(
    'insert or ignore into deposit (id, payment_id, business_id) values (?, ?, ?)',
  );
  const byId = database.prepare('select seq, state from payment where id = ?');
  const byDeposit = database.prepare(
    'select p.seq, p.state from deposit d join payment p on p.id = d.payment_id where d.id = ?',
  );
  const page = database.prepare(
    'select seq, state from payment where business_id = ? and seq > ? order by seq limit ?',
  );
  const pageOfAll = database.prepare('select seq, state from payment where seq > ? order by seq limit ?');
  const newest = database.prepare(
    `select seq, state from payment where (?1 = '' or business_id = ?1) and (?2 = 0 or seq < ?2)
     and (?3 = '' or status = ?3) and (?4 = '' or instr(lower(client_payment_id), lower(?4)) > 0 or id = lower(?4))
     order by seq desc limit ?5`,
  );
  const taken = database.prepare(
    'select 1 from payment where business_id = ? and client_payment_id = ? limit 1',
  );
  const counts = database.prepare('select business_id as id, count(*) as n from payment group by 1');

  return {
    add(state: PaymentState): void {
      const { paymentId, businessId, clientPaymentId, status, paymentInitiatedAt } = state.record;
      insert.run(paymentId, businessId, clientPaymentId, status, paymentInitiatedAt, JSON.stringify(state));
    },
    save(state: PaymentState): void {
      update.run(state.record.status, JSON.stringify(state), state.record.paymentId);
    },
    addDeposit(state: PaymentState, depositId: string): void {
      insertDeposit.run(depositId, state.record.paymentId, state.record.businessId);
    },
    find(id: string): PaymentState | null {
      const row = rows(byId.all(id.toLowerCase()))[0];
      return row ? read(row) : null;
    },
    findByDeposit(id: string): PaymentState | null {
      const row = rows(byDeposit.all(id.toLowerCase()))[0];
      return row ? read(row) : null;
    },
    /** Returns a page of payments in order of creation, with the cursor of the next page. */
    page(
      businessId: string | null,
      after: number,
      size: number,
    ): { payments: PaymentState[]; next: number | null } {
      const found = rows(
        businessId === null ? pageOfAll.all(after, size) : page.all(businessId, after, size),
      );
      return { payments: found.map(read), next: found.length === size ? (found.at(-1)?.seq ?? null) : null };
    },
    /** Returns the newest payments, for the panel. */
    newest(filter: { businessId: string; before: number; status: string; search: string; size: number }) {
      const found = rows(
        newest.all(filter.businessId, filter.before, filter.status, filter.search, filter.size),
      );
      return {
        payments: found.map(read),
        next: found.length === filter.size ? (found.at(-1)?.seq ?? null) : null,
      };
    },
    /** Returns true where the business has a payment with this client id. */
    isTaken: (businessId: string, clientPaymentId: string): boolean =>
      taken.get(businessId, clientPaymentId) !== undefined,
    counts(): Map<string, number> {
      const found = brand<{ id: string; n: number }[]>(counts.all());
      return new Map(found.map(({ id, n }) => [id, n]));
    },
  };
}
