import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { server } from '#apps/web/testing/server.ts';
import type { ToldAdvice } from '../../contract/worth-doing.ts';
import { answerAs, showPart } from '../testing.tsx';
import { WorthDoingCard } from './worth-doing-card.tsx';

const home = '5b1e6f0a-0000-4000-8000-0000000000aa';
const of = (advice: string, perMonth: string, title: string, why: string): ToldAdvice => ({
  key: advice,
  advice,
  utility: 'electricity',
  meterId: null,
  device: null,
  money: { perMonth, currency: 'EUR' },
  effort: 'call',
  figures: {},
  told: { title, why, name: title },
});
let asked: string | null = null;
const show = async (advice: ToldAdvice[], language: 'en' | 'hi' = 'en') => {
  answerAs();
  server.use(
    http.get('*/api/v1/advice', ({ request }) => {
      asked = new URL(request.url).searchParams.get('language');
      return HttpResponse.json({ household: home, advice });
    }),
  );
  await showPart(<WorthDoingCard />, language);
};

test('each thing worth doing is told with its money and why, and leads to where it is answered', async () => {
  await show([
    of('power-too-high', '12.17', 'Contract 1.5 kW', 'You needed 0.9 kW at most.'),
    of('power-too-low', '-0.91', 'Contract 1 kW', 'It may trip.'),
  ]);
  const [high, low] = within(await screen.findByRole('region', { name: 'Worth doing' })).getAllByRole('listitem');
  expect(high).toHaveTextContent('Contract 1.5 kW€12.17 a monthYou needed 0.9 kW at most.');
  expect(low).toHaveTextContent('€0.91 a month more');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/changes', '/changes']);
  expect(asked).toBe('en');
});

test('it is asked for in the language of who reads; nothing is shown where nothing is worth it', async () => {
  await show([of('always-on', '3', '176 W हमेशा चालू', '')], 'hi');
  expect(await screen.findByRole('region', { name: 'करने लायक' })).toHaveTextContent('हर महीने €3.00');
  expect(asked).toBe('hi');
});
