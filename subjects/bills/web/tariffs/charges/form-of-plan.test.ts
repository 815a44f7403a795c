import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tariffPlan } from '../../../contract/tariff-plan.ts';
import type { TariffPlan } from '../../../domain/tariff/plan.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { randomPlan } from '../../../domain/tariff/testing-plans.ts';
import { formOfPlan, planOfForm } from './form-of-plan.ts';
import { isSameValue } from './plan-draft.ts';
import { shownPlan } from './testing-shown-plans.ts';

const library = join(import.meta.dirname, '../../../../../tariffs');
const plans = readdirSync(library)
  .filter((file) => file.endsWith('.yaml') && file !== 'calendars.yaml')
  .map((file): [string, TariffPlan] => {
    const text = readFileSync(join(library, file), 'utf8');
    const { examples: _examples, ...plan } = tariffPlan.parse(parse(text, { schema: 'failsafe' }));
    return [file, plan];
  });

/** What the form gives back, or what it cannot show. */
const through = (plan: TariffPlan) => {
  const form = formOfPlan(plan);
  return form.ok ? planOfForm(form.draft) : form.parts;
};

describe('a plan in the form', () => {
  test('comes back as it was, whatever kinds of charges it has', () => {
    fc.assert(
      fc.property(shownPlan, (plan) => {
        const form = formOfPlan(plan);
        expect(form).toMatchObject({ ok: true });
        expect(form.ok && planOfForm(form.draft)).toEqual(plan);
      }),
      { numRuns: 500 },
    );
  });

  test('of any kind comes back as it was, or is said to be more than the form shows', () => {
    fc.assert(
      fc.property(randomPlan(), fc.boolean(), (plan, isOneSchedule) => {
        const { week } = plan.schedules ?? {};
        const given = isOneSchedule && week !== undefined ? { ...plan, schedules: { week } } : plan;
        const answer = through(given);
        expect(Array.isArray(answer) ? answer.length > 0 : isSameValue(answer, given)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('every tariff of the library comes back as it was, or says what the form cannot show', () => {
    const unshown = plans.flatMap(([file, plan]) => {
      const answer = through(plan);
      if (Array.isArray(answer)) return [[file, answer]];
      expect(answer, file).toEqual(plan);
      return [];
    });
    expect(Object.fromEntries(unshown)).toEqual({
      'es-catalonia-water-canon-2017.yaml': ['persons'],
      'fr-edf-tempo-9kva.yaml': ['colours'],
      'in-andhra-2020.yaml': ['tables'],
      'in-delhi-water-2018.yaml': ['amountByUse'],
      'in-delhi-water-free20-2018.yaml': ['tables', 'amountByUse'],
      'in-kerala-kseb-2022.yaml': ['tables', 'amountByUse'],
      'in-kerala-kseb-2023.yaml': ['tables', 'amountByUse'],
      'in-tamil-nadu-2022.yaml': ['tables'],
      'in-telangana-2022.yaml': ['tables', 'amountByUse'],
    });
  });

  test('what has no field of its own is not dropped: the form does not take it', () => {
    const plan = {
      name: 'x',
      utility: 'electricity',
      currency: 'EUR',
      unit: 'kWh',
      charges: [{ id: 'use', kind: 'use', rate: '0.1', novelty: 'yes' }],
    } as unknown as TariffPlan;
    expect(formOfPlan(plan)).toEqual({ ok: false, parts: ['other'] });
  });
});
