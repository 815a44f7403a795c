import { expect, test } from 'vitest';
import { openNotified, showPushed } from './push.ts';

const origin = 'https://home.example.org';
const pressed = (navigate: unknown) => {
  const done: string[] = [];
  const notification = { data: { navigate }, close: () => void done.push('closed') } as unknown as Notification;
  const page = (focus: () => Promise<unknown>) => ({
    url: `${origin}/`,
    focus,
    navigate: async (url: string) => void done.push(`here ${url}`),
  });
  const windowsOf = (open: ReturnType<typeof page>[]) => ({
    matchAll: async () => open,
    openWindow: async (url: string) => void done.push(`new ${url}`),
  });
  return { done, notification, page, windowsOf };
};

test('C8.10 what is pressed opens in the window that is there, or in a new one, and never elsewhere', async () => {
  const here = pressed(`${origin}/devices#device-1`);
  const refuses = () => Promise.reject(new Error('Not allowed to focus a window.'));
  await openNotified(here.windowsOf([here.page(refuses)]), here.notification, origin);
  expect(here.done).toEqual(['closed', `here ${origin}/devices#device-1`]);
  for (const [navigate, expected] of [
    ['/notices', '/notices'],
    ['https://elsewhere.example.com/devices', '/devices'],
    ['//elsewhere.example.com/x', '/x'],
    [undefined, '/'],
  ]) {
    const fresh = pressed(navigate);
    await openNotified(fresh.windowsOf([]), fresh.notification, origin);

    expect(fresh.done).toEqual(['closed', `new ${origin}${expected}`]);
  }
});

test('C8.10 what is pushed is shown under its tag; what cannot be read is shown as that', async () => {
  const shown: [string, NotificationOptions | undefined][] = [];
  const registration = {
    showNotification: async (title: string, options?: NotificationOptions) => void shown.push([title, options]),
  };
  const notification = { title: 'Tap', body: 'Since 10:00', lang: 'en', tag: 'one', navigate: '/notices' };
  await showPushed(registration, { json: () => ({ web_push: 8030, notification }) });
  expect(shown[0]).toMatchObject(['Tap', { body: 'Since 10:00', tag: 'one', data: { navigate: '/notices' } }]);
  const unreadable = () => {
    throw new SyntaxError('no JSON');
  };
  await showPushed(registration, { json: unreadable });
  await showPushed(registration, null);
  expect(shown.slice(1).map(([title]) => title)).toEqual(['Wattershed', 'Wattershed']);
});
