/** Leaves out letters and digits that are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a client payment ID that can be read aloud and sorted by day: `PAY-20261120-7KQ4M2`. */
export function suggestId(day: string, random: Uint8Array): string {
  const tail = Array.from(random, (byte) => alphabet[byte % alphabet.length]).join('');
  return `PAY-${day.replaceAll('-', '')}-${tail}`;
}

/** Returns a new client payment ID. Runs on the server and in the browser. */
export const createSuggestedId = (now: Date): string =>
  suggestId(now.toISOString().slice(0, 10), crypto.getRandomValues(new Uint8Array(6)));
