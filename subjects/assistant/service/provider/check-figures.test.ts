import { describe, expect, test } from 'vitest';
import { checkFigures, knownFigures } from './check-figures.ts';
import { known, shown } from './testing-figures.ts';
import { summary } from './testing-provider.ts';

describe('figures that a tool told', () => {
  test.each([
    ['The kitchen used **12.4 kWh** yesterday.', 'The kitchen used **‹12.4 kWh›** yesterday.'],
    ['It was **12.4** kWh, `12.4 kWh` or 12.4 units.', 'It was **‹12.4›** kWh, `12.4 kWh` or ‹12.4 units›.'],
    ['12,400 Wh, 0.0124 MWh, 12 kWh, about 12 kWh', '‹12,400 Wh›, ‹0.0124 MWh›, ‹12 kWh›, about ‹12 kWh›'],
    ['La cocina: 12,4 kWh y 1.234,50 €, un 25 %.', 'La cocina: ‹12,4 kWh› y ‹1.234,50 €›, un ‹25 %›.'],
    [
      'unos 1.200 €; 1 234,5 euros; €1,234.50; EUR 1234.5',
      'unos ‹1.200 €›; ‹1 234,5 euros›; ‹€1,234.50›; ‹EUR 1234.5›',
    ],
    ['रसोई: १२.४ kWh, 12.4 यूनिट, 25 प्रतिशत, ₹1,23,456', 'रसोई: ‹१२.४ kWh›, ‹12.4 यूनिट›, ‹25 प्रतिशत›, ‹₹1,23,456›'],
    [
      '188 L = 188,4 litros = 0.188 m³ = 49.8 gal = 188,400 mL',
      '‹188 L› = ‹188,4 litros› = ‹0.188 m³› = ‹49.8 gal› = ‹188,400 mL›',
    ],
    [
      '0.16 €/kWh; 16.23 ct; 1.84 kW; 3.5 hours; 210 minutes',
      '‹0.16 €›/kWh; ‹16.23 ct›; ‹1.84 kW›; ‹3.5 hours›; ‹210 minutes›',
    ],
    ['1.2 thousand €; 1,2 mil €; 1.23 लाख रुपये', '‹1.2 thousand €›; ‹1,2 mil €›; ‹1.23 लाख रुपये›'],
    ['above 250 kWh each costs €0.21', 'above ‹250 kWh› each costs ‹€0.21›'],
    ['12\u00a0kWh in 5 rooms, -12.4 kWh', '‹12\u00a0kWh› in ‹5› rooms, -‹12.4 kWh›'],
    [
      '| Room | kWh |\n|---|---|\n| Kitchen | 12.4 |\n| Hall | 9 |',
      '| Room | kWh |\n|---|---|\n| Kitchen | ‹12.4› |\n| Hall | ‹?9› |',
    ],
    ['1. Today 4.2 kWh\n2. So far €31.45', '1. Today ‹4.2 kWh›\n2. So far ‹€31.45›'],
  ])('%s', (answer, expected) => {
    expect(shown(answer)).toBe(expected);
  });
});

describe('figures that nothing told', () => {
  test.each([
    ['It used 13 kWh, 12.5 kWh or 12.44 kWh.', 'It used ‹?13 kWh›, ‹?12.5 kWh› or ‹?12.44 kWh›.'],
    ['12.4 L, 12.4 €, 12.4 %, 188 kWh', '‹?12.4 L›, ‹?12.4 €›, ‹?12.4 %›, ‹?188 kWh›'],
    ['$1,234.50 is not €1,234.50', '‹?$1,234.50› is not ‹€1,234.50›'],
    ['8.2 kWh more than today (12.4 kWh - 4.2 kWh)', '‹?8.2 kWh› more than today (‹12.4 kWh› - ‹4.2 kWh›)'],
    ['10–12 kWh', '‹?10›–‹12 kWh›'],
    ['The lamp used 9000 kWh, the oven 8000 kWh.', 'The lamp used ‹?9000 kWh›, the oven ‹?8000 kWh›.'],
    ['Gastaste 77 litros; रसोई ने ९९ लीटर', 'Gastaste ‹?77 litros›; रसोई ने ‹?९९ लीटर›'],
    ['**99** kWh, *98 kWh*, # 97 kWh', '**‹?99›** kWh, *‹?98 kWh*›, # ‹?97 kWh›'.replace('*›', '›*')],
    ['&#57;&#57; kWh <b>98&nbsp;kWh</b>', '‹?99 kWh› ‹?98\u00a0kWh›'],
    [
      '12.4 thousand kWh, 12,4 mil kWh, 12.4 GWh, 12.4 kg, 12.4 times',
      '‹?12.4 thousand kWh›, ‹?12,4 mil kWh›, ‹?12.4 GWh›, ‹?12.4 kg›, ‹?12.4 times›',
    ],
    ['9 hours of 7 devices', '‹?9 hours› of ‹?7› devices'],
  ])('%s', (answer, expected) => {
    expect(shown(answer)).toBe(expected);
  });

  test('are listed as they are written', () => {
    expect(checkFigures('13 kWh, ९९ लीटर y **77** €', known)).toEqual({
      content: '[13 kWh](#unverified), [९९ लीटर](#unverified) y **[77](#unverified)** €',
      unverified: ['13 kWh', '९९ लीटर', '77'],
    });
  });
});

describe('numbers that are no figures', () => {
  test.each([
    'On 21 November 2026 at 14:30, on 2026-11-20, 21/11/2026, November 21, 2026 and at 9 pm',
    'Del 1 al 31 de octubre de 2026, el 21.11.2026 a las 14:30, en 2026',
    '21 नवंबर 2026 को 14:30 बजे, 1 से 31 अक्टूबर 2026',
    'The 21st, the last 7 days, 12 months, 3 tips, 24/7, 14–20 November 2026',
    'Los últimos 7 días, 3 consejos; पिछले 7 दिन, 3 सुझाव',
    'CO2, `99 kWh`, Set it to 24 °C. Is 300 kWh a lot?',
    '1. One\n2. Two\n\n```\n99 kWh\n```',
  ])('%s', (answer) => {
    expect(checkFigures(answer, known)).toEqual({ content: answer, unverified: [] });
  });

  test('names of the household, but not names that are figures', () => {
    const named = knownFigures({
      facts: [],
      summary: {
        ...summary,
        devices: ['Heizung 7', 'Lamp 60 W', '99 kWh', '77 L', 'used 5000 kWh', '₹900 TV'].map((name) => ({ name })),
      },
      question: '',
    });
    expect(checkFigures('Heizung 7 and Lamp 60 W used 7 kWh, 99 kWh, 77 L', named).unverified).toEqual([
      '7 kWh',
      '99 kWh',
      '77 L',
    ]);
    expect(checkFigures('It used 5000 kWh, ₹900', named).unverified).toEqual(['5000 kWh', '₹900']);
    expect(shown('The TV 2 in the Casa de Ana')).toBe('The TV 2 in the Casa de Ana');
  });
});
