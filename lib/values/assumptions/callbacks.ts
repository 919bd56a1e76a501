import * as z from 'zod';
import { tAssumptions } from '#lib/messages/assumptions.ts';
import { tEnvironment } from '#lib/messages/environment.ts';
import { requireList, requireOneOption, requireToken } from './checks.ts';

/** Open points of callbacks (§6). */

/** Returns whether the text is an IP address or a range: `192.0.2.0/24`. */
const isSource = (value: string): boolean => {
  const [address = '', bits = '0', ...more] = value.split('/');
  if (more.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  if (z.ipv4().safeParse(address).success) return Number(bits) <= 32;
  return z.ipv6().safeParse(address).success && Number(bits) <= 128;
};

export const callbackAssumptions = {
  SERVICE_CALLBACK_SIGNATURE: {
    key: 'callback-signing',
    question: tAssumptions('callbacks.callback-signing.question'),
    section: '§6.3',
    check: requireOneOption(['off', 'observe', 'enforce']).prefault('off'),
    means: {
      off: tAssumptions('callbacks.callback-signing.means.off'),
      observe: tAssumptions('callbacks.callback-signing.means.observe'),
      enforce: tAssumptions('callbacks.callback-signing.means.enforce'),
    },
  },
  SERVICE_CALLBACK_SIGNATURE_HEADER: {
    key: 'callback-signature-header',
    question: tAssumptions('callbacks.callback-signature-header.question'),
    section: '§6.3',
    check: requireToken(tEnvironment('expected.headerName')).prefault('x-signature'),
  },
  SERVICE_CALLBACK_SIGNATURE_ALGORITHM: {
    key: 'callback-signature-algorithm',
    question: tAssumptions('callbacks.callback-signature-algorithm.question'),
    section: '§6.3',
    check: requireOneOption(['sha256', 'sha384', 'sha512']).prefault('sha256'),
  },
  SERVICE_CALLBACK_SIGNATURE_ENCODING: {
    key: 'callback-signature-encoding',
    question: tAssumptions('callbacks.callback-signature-encoding.question'),
    section: '§6.3',
    check: requireOneOption(['hex', 'base64', 'base64url']).prefault('hex'),
  },
  SERVICE_CALLBACK_SOURCES: {
    key: 'callback-sources',
    question: tAssumptions('callbacks.callback-sources.question'),
    section: '§6.3',
    check: requireList(tEnvironment('expected.ipAddresses'), isSource).optional(),
    means: { '': tAssumptions('callbacks.callback-sources.means.unset') },
  },
  SERVICE_WITHDRAWAL_RETRY: {
    key: 'withdrawal-callback-retry',
    question: tAssumptions('callbacks.withdrawal-callback-retry.question'),
    section: '§6.3',
    check: requireOneOption(['none', 'as-deposits']).prefault('none'),
    means: {
      none: tAssumptions('callbacks.withdrawal-callback-retry.means.none'),
      'as-deposits': tAssumptions('callbacks.withdrawal-callback-retry.means.as-deposits'),
    },
  },
  SERVICE_CALLBACK_AMOUNTS: {
    key: 'callback-actual-amounts',
    question: tAssumptions('callbacks.callback-actual-amounts.question'),
    section: '§6.1',
    check: requireOneOption(['unknown', 'deposit', 'cumulative']).prefault('unknown'),
    means: {
      unknown: tAssumptions('callbacks.callback-actual-amounts.means.unknown'),
      deposit: tAssumptions('callbacks.callback-actual-amounts.means.deposit'),
      cumulative: tAssumptions('callbacks.callback-actual-amounts.means.cumulative'),
    },
  },
  SERVICE_CALLBACK_DEPEG_UNIT: {
    key: 'callback-depeg-unit',
    question: tAssumptions('callbacks.callback-depeg-unit.question'),
    section: '§6.1',
    check: requireOneOption(['deposit', 'display']).prefault('deposit'),
    means: {
      deposit: tAssumptions('callbacks.callback-depeg-unit.means.deposit'),
      display: tAssumptions('callbacks.callback-depeg-unit.means.display'),
    },
  },
  SERVICE_CALLBACK_SETTLEMENT_AMOUNT: {
    key: 'callback-settlement-amount',
    question: tAssumptions('callbacks.callback-settlement-amount.question'),
    section: '§6.1',
    check: requireOneOption(['unknown', 'payable']).prefault('unknown'),
    means: {
      unknown: tAssumptions('callbacks.callback-settlement-amount.means.unknown'),
      payable: tAssumptions('callbacks.callback-settlement-amount.means.payable'),
    },
  },
};
