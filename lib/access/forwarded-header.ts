import 'server-only';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';

type ForwardedHeader = { readonly noteUntrusted: () => void; readonly isSeen: () => boolean };

declare global {
  var countinghouseForwardedHeader: ForwardedHeader | undefined;
}

function watch(): ForwardedHeader {
  let isSeen = false;
  return {
    noteUntrusted: () => {
      if (isSeen) return;
      isSeen = true;
      logger().warn(
        'a request has X-Forwarded-For, which is ignored because TRUST_PROXY is 0: if a proxy is in front, set TRUST_PROXY',
      );
    },
    isSeen: () => isSeen,
  };
}

/** Lets the web server report requests with X-Forwarded-For while TRUST_PROXY is 0. Call it once per process. */
export function watchForwardedHeader(): void {
  globalThis.countinghouseForwardedHeader ??= watch();
}

/** Returns true if this process ignored an X-Forwarded-For header, which an uncounted proxy may have sent. */
export const isForwardedHeaderIgnored = (): boolean =>
  env.TRUST_PROXY === 0 && globalThis.countinghouseForwardedHeader?.isSeen() === true;
