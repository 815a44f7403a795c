import { expect, test } from 'vitest';
import { injections } from '#apps/web/testing/injections.ts';
import { inAppAddress } from './answer-markdown.ts';

test.each([
  '/',
  '/#faq',
  '/?install=1',
  '/analytics?period=day&utility=water',
  '/devices#device-1',
  '/devices/connect',
  '/billing',
  '/dashboard',
  '/contact#faq-leak',
  '/profile',
  '/community?part=events',
  '/health',
])('%s is a page of ours', (address) => expect(inAppAddress(address)).toBe(address));

test.each([
  '//evil.example',
  '//evil.example/analytics',
  '//',
  '/;//evil.example',
  '/?a\\b',
  '/.',
  '/..//evil.example',
  '/\\evil.example',
  '/analytics\\..\\x',
  '/analytics/../api/v1/x',
  '/analyticsx',
  '/api/v1/usage',
  '/admin/faq-requests',
  '/auth/v1/logout',
  'https://evil.example/analytics',
  'analytics',
  '/analytics?a=b c',
  '/billing\n//x',
  '',
  ...injections,
])('%j is none', (address) => expect(inAppAddress(address)).toBeUndefined());
