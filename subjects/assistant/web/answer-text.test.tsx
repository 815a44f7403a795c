import { render, screen, within } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { beforeAll, expect, test, vi } from 'vitest';
import { injections } from '#catalogue/testing-injections.ts';
import { startLanguage } from '#apps/web/testing/render-app.tsx';
import { Tooltips } from '#shell/ui/tooltip.tsx';
import { AnswerText, inAppAddress } from './answer-text.tsx';

beforeAll(() => startLanguage('en'));

const show = (text: string) =>
  render(
    <BrowserRouter>
      <Tooltips>
        <AnswerText text={text} />
      </Tooltips>
    </BrowserRouter>,
  );

test('a figure leads to its page within the app', () => {
  show('[12.4 kWh](/analytics?period=day) of [home](/)');
  expect(screen.getByRole('link', { name: '12.4 kWh' })).toHaveAttribute('href', '/analytics?period=day');
  expect(screen.getByRole('link', { name: '12.4 kWh' })).not.toHaveAttribute('rel');
  expect(screen.getByRole('link', { name: 'home' })).toHaveAttribute('href', '/');
});

test.each([
  '[Pay](https://evil.example)',
  '[Pay](https:\\/\\/evil.example)',
  '[Pay](https&colon;//evil.example)',
  '[Pay](//evil.example)',
  '[Pay](/\\evil.example)',
  '[Pay](mailto:a@evil.example)',
  '[Pay][1]\n\n[1]: https://evil.example',
  '<https://evil.example>',
  '<a@evil.example>',
  'https://evil.example/pay',
  'https:\\/\\/evil.example',
  'https:&sol;&sol;evil.example',
  'https&colon;//evil.example',
  'https&#58;//evil.example',
  'www.evil.example',
  '![Pay](https://evil.example/x.png)',
  '[![Pay](https://evil.example/x.png)](https://evil.example)',
  '<img src="https://evil.example/x.png">',
])('nothing of %j leads out of the app or is fetched, in a text, a list or a table', (written) => {
  for (const text of [written, `- **${written}**`, `| a | b |\n| - | - |\n| ${written} | 1 |`]) {
    const { container, unmount } = show(text);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(container.querySelector('img')).not.toBeInTheDocument();
    unmount();
  }
});

test('a number that nothing confirms is marked in words too, and is no link', () => {
  show('About [42 kWh](#unverified) a day.');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: '42 kWh (not verified)' })).toBeVisible();
});

test('a table is one: its head, its numbers at the right, its figures links', () => {
  show('| Room | kWh |\n| --- | ---: |\n| Kitchen | [4.1](/analytics?room=kitchen) |');
  const table = within(screen.getByRole('table'));
  expect(table.getByRole('columnheader', { name: 'kWh' })).toHaveClass('text-right');
  expect(table.getByRole('link', { name: '4.1' })).toHaveAttribute('href', '/analytics?room=kitchen');
});

const allowed = new Set(
  ['DIV', 'P', 'STRONG', 'EM', 'A', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'CODE', 'PRE', 'BR'].concat([
    'TABLE',
    'CAPTION',
    'THEAD',
    'TBODY',
    'TR',
    'TH',
    'TD',
    'BUTTON',
    'SPAN',
    'SVG',
    'CIRCLE',
    'PATH',
  ]),
);

test.each(injections.map((text) => [text]))('nothing but what an answer may hold comes of %j', (text) => {
  const alert = vi.spyOn(globalThis, 'alert').mockImplementation(() => undefined);
  for (const written of [text, `**Words** ${text}`, `[12 kWh](${text})`, `| a | b |\n| - | - |\n| ${text} | 1 |`]) {
    const { container, unmount } = show(written);
    const elements = [...container.querySelectorAll('*')];
    expect(elements.filter(({ tagName }) => !allowed.has(tagName.toUpperCase()))).toEqual([]);
    expect(elements.filter((one) => one.getAttributeNames().some((name) => name.startsWith('on')))).toEqual([]);
    for (const link of container.querySelectorAll('a')) {
      expect(inAppAddress(link.getAttribute('href') ?? '')).toBeDefined();
      expect(link.origin).toBe(location.origin);
    }
    unmount();
  }
  expect(alert).not.toHaveBeenCalled();
  alert.mockRestore();
});
