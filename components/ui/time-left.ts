/** A stretch of time in seconds, for a countdown: `23 h 5 min`, `12 min`. */
export function timeLeft(seconds: number): string {
  const minutes = Math.max(1, Math.floor(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
