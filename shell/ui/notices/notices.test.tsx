import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { noticeStore, notify, notifyLasting } from './notice.ts';
import { Notices } from './notices.tsx';

test('a lasting notice outlives three passing ones, and its action closes it', async () => {
  const onSelect = vi.fn<() => void>();
  render(<Notices label="Notices" closeLabel="Close" />);
  notifyLasting({ title: 'A new version', action: { label: 'Reload', onSelect } });
  for (const title of ['one', 'two', 'three', 'four']) notify(title);
  expect(noticeStore.read().map(({ title }) => title)).toEqual(['A new version', 'two', 'three', 'four']);
  await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(onSelect).toHaveBeenCalledOnce();
  expect(screen.queryByText('A new version')).not.toBeInTheDocument();
});
