import { encode } from 'uqr';
import { tPayment } from '#lib/messages/payment.ts';

/** Capacity of the largest QR code at correction level M. §8 documents no maximum length of a link. */
const maxBytes = 2_331;

/** Draws a QR code. Cameras expect dark on light and a quiet zone in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  if (new TextEncoder().encode(text).length > maxBytes)
    return <p className="max-w-48 text-muted text-sm">{tPayment('checkout.qrCodeTooLong')}</p>;
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
