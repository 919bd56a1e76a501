import type { DatabaseSync } from 'node:sqlite';
import { brand } from '#lib/values/brand.ts';

export type CallbackKind = 'deposit-received' | 'withdrawal' | 'deposit-exchanged';
export type CallbackState = 'waiting' | 'delivered' | 'given up' | 'dropped';

/** A callback to send. Times are in milliseconds on the sandbox's clock. */
export type Callback = {
  readonly seq: number;
  readonly id: string;
  readonly businessId: string;
  readonly kind: CallbackKind;
  /** The id of the deposit or withdrawal that it reports. */
  readonly subject: string;
  readonly body: string;
  readonly created: number;
  readonly next: number | null;
  readonly state: CallbackState;
};

/** One attempt to send a callback. `body` is set only where a fault changed it. */
export type Attempt = {
  readonly at: number;
  readonly url: string;
  readonly headers: string;
  readonly body: Uint8Array | null;
  readonly status: number | null;
  readonly answer: string | null;
  readonly error: string | null;
  readonly milliseconds: number;
  readonly note: string | null;
};

export type PastCallback = { seq: number; kind: CallbackKind; body: string; sentAt: number };

const columns = 'seq, id, business_id as businessId, kind, subject, body, created, next, state';
const callbacks = (found: unknown): Callback[] => brand<Callback[]>(found);

export function createCallbackStore(database: DatabaseSync) {
  const insert = database.prepare(
    'insert into callback (id, business_id, kind, subject, body, created, next, state) values (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const due = database.prepare(
    `select ${columns} from callback where next is not null and next <= ? order by next, seq limit ?`,
  );
  const byId = database.prepare(`select ${columns} from callback where id = ?`);
  const newest = database.prepare(
    `select ${columns} from callback where (?1 = '' or business_id = ?1) and (?2 = 0 or seq < ?2)
     order by seq desc limit ?3`,
  );
  const mark = database.prepare('update callback set next = ?, state = ? where id = ?');
  const insertAttempt = database.prepare(
    `insert into attempt (callback_id, at, url, headers, body, status, answer, error, milliseconds, note)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const attempts = database.prepare(
    `select at, url, headers, body, status, answer, error, milliseconds, note from attempt
     where callback_id = ? order by seq desc limit ?`,
  );
  const countAttempts = database.prepare('select count(*) as n from attempt where callback_id = ?');
  const insertPast = database.prepare(
    'insert into past_callback (business_id, kind, body, sent_at) values (?, ?, ?, ?)',
  );
  const past = database.prepare(
    `select seq, kind, body, sent_at as sentAt from past_callback
     where business_id = ? and seq > ? order by seq limit ?`,
  );
  const waiting = database.prepare('select count(*) as n from callback where next is not null');

  return {
    add(callback: Omit<Callback, 'seq'>): void {
      const { id, businessId, kind, subject, body, created, next, state } = callback;
      insert.run(id, businessId, kind, subject, body, created, next, state);
    },
    due: (until: number, size: number): Callback[] => callbacks(due.all(until, size)),
    find: (id: string): Callback | null => callbacks(byId.all(id))[0] ?? null,
    newest: (businessId: string, before: number, size: number): Callback[] =>
      callbacks(newest.all(businessId, before, size)),
    mark: (id: string, next: number | null, state: CallbackState) => void mark.run(next, state, id),
    addAttempt(callbackId: string, attempt: Attempt): void {
      const { at, url, headers, body, status, answer, error, milliseconds, note } = attempt;
      insertAttempt.run(callbackId, at, url, headers, body, status, answer, error, milliseconds, note);
    },
    /** Returns the latest attempts of a callback, oldest first. */
    attempts: (callbackId: string, size = 20): Attempt[] =>
      brand<Attempt[]>(attempts.all(callbackId, size)).reverse(),
    countAttempts: (callbackId: string): number =>
      brand<{ n: number }[]>(countAttempts.all(callbackId))[0]?.n ?? 0,
    waiting: (): number => brand<{ n: number }[]>(waiting.all())[0]?.n ?? 0,
    addPast: (businessId: string, kind: CallbackKind, body: string, sentAt: number) =>
      void insertPast.run(businessId, kind, body, sentAt),
    past(
      businessId: string,
      after: number,
      size: number,
    ): { callbacks: PastCallback[]; next: number | null } {
      const found = brand<PastCallback[]>(past.all(businessId, after, size));
      return { callbacks: found, next: found.length === size ? (found.at(-1)?.seq ?? null) : null };
    },
  };
}
