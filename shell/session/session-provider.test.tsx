import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from './session.ts';
import { resetSession } from './arrival.ts';
import { SessionProvider } from './session-provider.tsx';

function Shown() {
  return <p>{useSession().status}</p>;
}

afterEach(() => {
  resetSession();
  vi.restoreAllMocks();
});

test('C8.7 the auth hook outside its provider throws', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Shown />)).toThrow('useSession is only to be used within a SessionProvider');
});

test('C4.1 within it, loading is known until a stored session was read', () => {
  const { getByText } = render(<Shown />, { wrapper: SessionProvider });
  expect(getByText('loading')).toBeDefined();
});
