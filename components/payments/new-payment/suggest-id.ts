/** No letters or digits that are mistaken for each other when read out. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A client payment ID that can be read out and sorted by day: `PAY-20261120-7KQ4M2`. */
export function suggestId(day: string, random: Uint8Array): string {
  const tail = Array.from(random, (byte) => alphabet[byte % alphabet.length]).join('');
  return `PAY-${day.replaceAll('-', '')}-${tail}`;
}

/** One made now. Works on the server and in the browser. */
export const freshId = (now: Date): string =>
  suggestId(now.toISOString().slice(0, 10), crypto.getRandomValues(new Uint8Array(6)));
