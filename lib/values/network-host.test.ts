import { expect, test } from 'vitest';
import { isLoopbackHost, isPrivateHost } from './network-host.ts';

const readHost = (address: string) => new URL(address).hostname;

test.each([
  'http://localhost',
  'http://127.0.0.1:3000',
  'http://127.9.9.9',
  'http://[::1]:80',
  'http://0x7f000001',
])('%s is this machine', (address) => expect(isLoopbackHost(readHost(address))).toBe(true));

test.each([
  'http://localhost.example.com',
  'http://app.localhost',
  'http://localhost@example.com',
  'http://127.0.0.1.example.com',
  'http://0.0.0.0',
  'http://[::ffff:7f00:1]',
])('%s is another machine', (address) => expect(isLoopbackHost(readHost(address))).toBe(false));

test.each([
  'http://10.0.0.1',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://192.168.1.20:3000',
  'http://[fd12:3456::1]',
  'http://[fc00::]',
  'http://sandbox:4010',
  'http://pay_service',
  'http://pay.internal',
  'http://pay.prod.internal.',
  'http://desk.local',
  'http://desk.lan',
])('%s is in a private network', (address) => expect(isPrivateHost(readHost(address))).toBe(true));

test.each([
  'http://9.255.255.255',
  'http://11.0.0.1',
  'http://172.15.0.1',
  'http://172.32.0.1',
  'http://192.169.0.1',
  'http://169.254.169.254',
  'http://[fe80::1]',
  'http://[fd::1]',
  'http://[2001:db8::1]',
  'http://pay.example.com',
  'http://internal.example.com',
  'http://payinternal.com',
  'http://10.0.0.1.example.com',
  'http://sandbox@example.com',
  'http://134744072',
])('%s is not', (address) => expect(isPrivateHost(readHost(address))).toBe(false));
