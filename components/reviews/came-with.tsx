/** Says of something that it came with a case that joined the one on screen. */
export const CameWith = ({ of }: { of: number | null }) =>
  of === null ? null : <span className="whitespace-nowrap text-muted text-xs"> · from case {of}</span>;
