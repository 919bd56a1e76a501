'use client';

import { QrCode } from '#components/payments/sharing/qr-code.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import type { TotpSetUp } from '#lib/factors/schema.ts';
import { tFactors } from '#lib/messages/factors.ts';

/** The secret of a new app as a QR code and as text. */
export function TotpSecret({ setUp }: { setUp: TotpSetUp }) {
  return (
    <div className="grid gap-3">
      <p className="text-muted text-sm">{tFactors('setUp.scan')}</p>
      <QrCode text={setUp.uri} label={tFactors('setUp.qrCode')} />
      <div className="grid gap-1 text-sm">
        <p className="text-muted">{tFactors('setUp.secret')}</p>
        <p className="break-all font-mono">{setUp.secret}</p>
      </div>
      <div>
        <CopyTextButton text={setUp.secret} size="sm">
          {tFactors('setUp.copySecret')}
        </CopyTextButton>
      </div>
    </div>
  );
}
