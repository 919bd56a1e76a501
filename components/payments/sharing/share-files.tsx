'use client';

import { Printer } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { tPaymentSharing } from '#lib/messages/payment-actions.ts';
import { QrDownloads } from './qr-downloads.tsx';

/** Downloads the QR code of a checkout link, and prints the page. */
export function ShareFiles({ link, name }: { link: string; name: string }) {
  return (
    <div className="flex flex-wrap gap-2" data-print="hidden">
      <QrDownloads text={link} name={name} />
      <Button icon={<Printer aria-hidden />} onPress={() => window.print()}>
        {tPaymentSharing('print')}
      </Button>
    </div>
  );
}
