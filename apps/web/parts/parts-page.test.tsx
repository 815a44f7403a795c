import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../testing/render-app.tsx';
import PartsPage, { parts } from './parts-page.tsx';

/** Files of `shell/ui` that draw nothing by themselves, or that the page shows outside its cards. */
const withoutCard = ['class-names', 'layout', 'radio-options'];

test('the page of parts shows every part of the design', async () => {
  const files = Object.keys(import.meta.glob('../../../shell/ui/**/*.{ts,tsx}'))
    .map((path) => path.replace(/^.*\/ui\/|\.tsx?$/g, ''))
    .filter((name) => !name.includes('.test') && !name.includes('/') && !withoutCard.includes(name));
  expect(files.filter((name) => !(name in parts))).toEqual([]);
  await renderPart(<PartsPage />);
  for (const name of Object.keys(parts)) expect(screen.getByRole('heading', { name })).toBeVisible();
});
