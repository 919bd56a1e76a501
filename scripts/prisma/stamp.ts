/**
 * Returns the time that the name of a new migration begins with. It is later than that of the newest migration, because
 * migrations are applied in the order of their names, and a machine with another clock may have named the newest one.
 */
export function chooseStamp(newest: string | undefined, now: Date): string {
  const stamp = now.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  const latest = newest?.slice(0, 14) ?? '';
  return stamp > latest ? stamp : String(BigInt(latest) + 1n);
}
