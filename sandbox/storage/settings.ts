import type { DatabaseSync } from 'node:sqlite';
import { brand } from '#lib/values/brand.ts';

export type SettingStore = ReturnType<typeof createSettingStore>;

/** Stores small values that outlive the process: the clock, the faults, and whether history was written. */
export function createSettingStore(database: DatabaseSync) {
  const select = database.prepare('select value from setting where name = ?');
  const write = database.prepare(
    'insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
  );
  return {
    read: (name: string): unknown => {
      const found = brand<{ value: string }[]>(select.all(name))[0];
      return found === undefined ? null : JSON.parse(found.value);
    },
    write: (name: string, value: unknown) => void write.run(name, JSON.stringify(value)),
  };
}
