import { createMessages } from './create-messages.ts';

/** Why a business would refuse the price of a payment. */
export const tAcceptedTerms = createMessages({
  noFiat: 'This business does not accept prices in {currency}',
  noCoin: 'This business does not accept {currency}',
  noNetwork: 'This business does not accept {currency} on the {network} network',
});
