import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { server } from '#apps/web/testing/server.ts';
import type { FoundAdvice } from '../../contract/worth-doing.ts';
import { answerAs, showPart } from '../testing.tsx';
import { WorthDoingCard } from './worth-doing-card.tsx';

const home = '5b1e6f0a-0000-4000-8000-0000000000aa';
const of = (
  advice: string,
  figures: FoundAdvice['figures'],
  rest: Partial<FoundAdvice> & { perMonth?: string } = {},
): FoundAdvice => {
  const { perMonth = '4.87', ...more } = rest;
  return {
    key: advice,
    advice,
    utility: 'electricity',
    meterId: null,
    device: null,
    money: { perMonth, currency: 'EUR' },
    effort: 'call',
    figures,
    ...more,
  };
};
const show = async (advice: FoundAdvice[], language: 'en' | 'hi' = 'en') => {
  answerAs();
  server.use(http.get('*/api/v1/advice', () => HttpResponse.json({ household: home, advice })));
  await showPart(<WorthDoingCard />, language);
};
const region = async (name = 'Worth doing') => within(await screen.findByRole('region', { name }));

test('each thing worth doing is told with its money and how it was worked out, and leads to where it is answered', async () => {
  const washing = { runs: 28, days: 28, hour: 3, cost: '6.72', cheapest: '2.24' };
  await show([
    of('power-too-high', { contracted: 5.5, peak: 0.9, fitting: 1.5 }, { perMonth: '12.17' }),
    of('cheaper-hours', washing, { meterId: '3', device: 'Washing machine', effort: 'habit' }),
  ]);
  const [power, hours] = (await region()).getAllByRole('listitem');
  expect(power).toHaveTextContent('Contract 1.5 kW instead of 5.5€12.17/month');
  expect(power).toHaveTextContent('you needed 0.9 kW at most');
  expect(hours).toHaveTextContent('Washing machine: run it from 03:00€4.87/month');
  expect(hours).toHaveTextContent('Its 28 runs of 28 days cost €6.72; at the cheapest hours of the same days €2.24.');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/changes', '/changes']);
});

test('what costs more says so; other kinds have their figures too', async () => {
  await show([
    of('power-too-low', { contracted: 0.7, peak: 0.9, fitting: 1, daysOver: 365 }, { perMonth: '-0.91' }),
    of(
      'fast-fixture',
      { litres: 12.5, standard: 8 },
      { utility: 'water', meterId: '7', device: 'Shower', effort: 'part' },
    ),
  ]);
  const [low, shower] = (await region()).getAllByRole('listitem');
  expect(low).toHaveTextContent('€0.91/month more');
  expect(shower).toHaveTextContent('Shower: 12.5 L a minute');
  expect(shower).toHaveTextContent('8 L a minute are enough');
});

test('a tariff and a block are told in the language of who reads, with their units', async () => {
  const names = { 'tariff-en': 'Hourly', 'tariff-es': 'Por horas', 'tariff-hi': 'घंटेवार' };
  const block = { day: '2026-11-28', above: '12', unit: 'm3', rate: '1.36', nextRate: '2.58' };
  await show(
    [
      of('better-tariff', { ...names, own: '492.75', other: '58.40' }, { perMonth: '36.20' }),
      of('dearer-block', block, { utility: 'water', effort: 'habit' }),
    ],
    'hi',
  );
  const [tariff, water] = (await region('करने लायक')).getAllByRole('listitem');
  expect(tariff).toHaveTextContent('घंटेवार');
  expect(water).toHaveTextContent('12 m³');
  expect(water).toHaveTextContent('2.58/m³');
});

test('nothing where nothing is worth it', async () => {
  await show([]);
  expect(screen.queryByRole('region', { name: 'Worth doing' })).not.toBeInTheDocument();
});
