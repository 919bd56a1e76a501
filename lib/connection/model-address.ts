/** How the address on the business's record stands to ours. */
export type AddressMatch = 'same' | 'older-key' | 'elsewhere' | 'missing';

/** `ours`: the address under each key in force, the newest first. */
export function addressMatch(recorded: string | null | undefined, ours: readonly string[]): AddressMatch {
  if (recorded === null || recorded === undefined || recorded.trim() === '') return 'missing';
  const at = ours.indexOf(recorded.trim());
  if (at === 0) return 'same';
  return at > 0 ? 'older-key' : 'elsewhere';
}

const clockGood = 5_000;
const clockBearable = 60_000;

/** The service's clock against ours, in milliseconds; null where it told none. Its header counts whole seconds. */
export function clockSkew(
  date: string | null | undefined,
  startedAt: number,
  endedAt: number,
): number | null {
  const told = Date.parse(date ?? '');
  return Number.isNaN(told) ? null : Math.round(told + 500 - (startedAt + endedAt) / 2);
}

/** What a difference of the clocks comes to. Requests carry our time, and the service may refuse another than its own. */
export function clockWords(skew: number | null): { state: 'good' | 'attention' | 'bad'; said: string } {
  if (skew === null)
    return { state: 'attention', said: 'The service told no time, so clocks could not be compared.' };
  const seconds = Math.round(Math.abs(skew) / 1_000);
  if (Math.abs(skew) <= clockGood)
    return { state: 'good', said: `Our clock and the service's agree to within ${Math.max(1, seconds)} s.` };
  const said = `Our clock is ${seconds} s ${skew > 0 ? 'behind' : 'ahead of'} the service's.`;
  return Math.abs(skew) <= clockBearable
    ? { state: 'attention', said }
    : { state: 'bad', said: `${said} Signed requests may be refused: set this machine's clock by NTP.` };
}
