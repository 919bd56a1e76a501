'use client';

import { Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tPaymentSharing } from '#lib/messages/payment-actions.ts';
import { canEncodeQrCode, encodeQrCode, toQrSvg } from './qr-image.ts';

/** Width of the image file at least. Printers need several pixels for each module. */
const imageWidth = 1_024;

/** Saves bytes as a file, without a request to the server. */
function saveFile(content: Blob, fileName: string): void {
  const href = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Draws the QR code with whole pixels for each module, so that its edges stay sharp. */
function drawImage(text: string): Promise<Blob | null> {
  const { size, data } = encodeQrCode(text);
  const scale = Math.ceil(imageWidth / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * scale;
  canvas.height = size * scale;
  const drawing = canvas.getContext('2d');
  if (drawing === null) return Promise.resolve(null);
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.fillStyle = 'black';
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) drawing.fillRect(x * scale, y * scale, scale, scale);
    });
  });
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Downloads the QR code of a link as SVG or PNG. Shows nothing for a link that is too long for a QR code. */
export function QrDownloads({ text, name }: { text: string; name: string }) {
  if (!canEncodeQrCode(text)) return null;
  const fileName = `${name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 80)}-qr`;
  const savePng = async () => {
    const image = await drawImage(text);
    if (image === null) toast.bad(tPaymentSharing('qr.failed'));
    else saveFile(image, `${fileName}.png`);
  };
  return (
    <>
      <Button
        icon={<Download aria-hidden />}
        onPress={() => saveFile(new Blob([toQrSvg(text)], { type: 'image/svg+xml' }), `${fileName}.svg`)}
      >
        {tPaymentSharing('qr.svg')}
      </Button>
      <Button icon={<Download aria-hidden />} onPress={() => void savePng()}>
        {tPaymentSharing('qr.png')}
      </Button>
    </>
  );
}
