import type { DatabaseSync } from 'node:sqlite';
import { brand } from '#lib/values/brand.ts';
import type { Business } from '../model/businesses.ts';

/** Stores the few businesses, in memory with write-through. */
export function createBusinessStore(database: DatabaseSync) {
  const found = brand<{ record: string }[]>(
    database.prepare('select record from business order by position').all(),
  );
  const known = new Map(
    found.map(({ record }) => brand<Business>(JSON.parse(record))).map((record) => [record.id, record]),
  );
  const write = database.prepare(
    'insert into business (id, record) values (?, ?) on conflict (id) do update set record = excluded.record',
  );
  const byText: ReadonlyMap<string, Business> = known;
  return {
    all: (): readonly Business[] => [...known.values()],
    find: (id: string): Business | null => byText.get(id.toLowerCase()) ?? null,
    save(record: Business): void {
      write.run(record.id, JSON.stringify(record));
      known.set(record.id, record);
    },
  };
}
