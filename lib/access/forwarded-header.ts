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

/** Lets the web server report requests with X-Forwarded-For while TRUST_PROXY is 0. Call it once a process. */
export function watchForwardedHeader(): void {
  globalThis.countinghouseForwardedHeader ??= watch();
}

/** Whether this process ignored X-Forwarded-For, which a proxy that TRUST_PROXY does not count may have sent. */
export const ignoresForwardedHeader = (): boolean =>
  env.TRUST_PROXY === 0 && globalThis.countinghouseForwardedHeader?.isSeen() === true;
