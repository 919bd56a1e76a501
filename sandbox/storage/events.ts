import type { DatabaseSync } from 'node:sqlite';
import { brand } from '#lib/values/brand.ts';

export type EventKind = 'expire' | 'confirm' | 'decide' | 'confirm-refund' | 'broadcast' | 'pay';

/** A scheduled event. `due` is in milliseconds on the sandbox's clock. */
export type Event = {
  readonly seq: number;
  readonly due: number;
  readonly kind: EventKind;
  readonly subject: string;
};

export function createEventStore(database: DatabaseSync) {
  const insert = database.prepare('insert into event (due, kind, subject) values (?, ?, ?)');
  const next = database.prepare(
    'select seq, due, kind, subject from event where due <= ? order by due, seq limit 1',
  );
  const remove = database.prepare('delete from event where seq = ?');
  const removeSubject = database.prepare('delete from event where kind = ? and subject = ?');
  return {
    add: (due: number, kind: EventKind, subject: string) => void insert.run(due, kind, subject),
    next: (until: number): Event | null => brand<Event[]>(next.all(until))[0] ?? null,
    remove: (seq: number) => void remove.run(seq),
    removeAll: (kind: EventKind, subject: string) => void removeSubject.run(kind, subject),
  };
}
