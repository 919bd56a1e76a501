'use client';

import { useState } from 'react';

/**
 * The headless library's own style tag takes the policy's nonce from here. The policy is that of the document, so a
 * later render of the page, which has a nonce of its own, must not change it.
 */
export function StyleNonce({ nonce }: { nonce: string }) {
  const [first] = useState(nonce);
  return <meta name="csp-nonce" nonce={first} suppressHydrationWarning />;
}
