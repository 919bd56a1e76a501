import { tPayment } from '#lib/messages/payments.ts';
import { canEncodeQrCode, encodeQrCode, toQrPath } from './qr-image.ts';

/** Draws a QR code. Cameras expect dark on light and a quiet zone in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  if (!canEncodeQrCode(text))
    return <p className="max-w-48 text-muted text-sm">{tPayment('checkout.qrCodeTooLong')}</p>;
  const { data, size } = encodeQrCode(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-48 self-start rounded-md border border-line"
    >
      <rect width={size} height={size} fill="white" />
      <path d={toQrPath(data)} fill="black" />
    </svg>
  );
}
