import { encode } from 'uqr';

/** What the largest QR code holds at this level of correction. §8 shows no limit of a link's length. */
const mostBytes = 2_331;

/** Dark on light in both themes: cameras expect it, and the quiet zone around it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  if (new TextEncoder().encode(text).length > mostBytes)
    return <p className="max-w-48 text-muted text-sm">Too long for a QR code. Use the link.</p>;
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-48 rounded-md border border-line"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
