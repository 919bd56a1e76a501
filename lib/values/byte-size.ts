const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Formats a number of bytes for people, as in `1.4 GiB`. */
export function formatByteSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toPrecision(3).replace(/\.?0+$/, '')} ${units[power]}`;
}
