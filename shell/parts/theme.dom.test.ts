import { expect, test } from 'vitest';
import { forceLightTheme } from './theme.ts';

test('C2.3 the theme is light and saved as light, whatever was stored', () => {
  localStorage.setItem('theme', 'dark');
  document.documentElement.classList.add('dark');
  forceLightTheme();
  expect(localStorage.getItem('theme')).toBe('light');
  expect(document.documentElement).toHaveClass('light');
  expect(document.documentElement).not.toHaveClass('dark');
});
