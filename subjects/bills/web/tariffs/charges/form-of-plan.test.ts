import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tariffPlan } from '../../../contract/tariff-plan.ts';
import type { TariffPlan } from '../../../domain/tariff/plan.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { randomPlan } from '../../../domain/tariff/testing-plans.ts';
import { withOwnShares } from '../../../domain/tariff/suppliers.ts';
import { formOfPlan } from './form-of-plan.ts';
import { isSameValue } from './plan-draft.ts';
import { planOfForm } from './plan-of-form.ts';
import { shownPlan } from './testing-shown-plans.ts';

const library = join(import.meta.dirname, '../../../../../tariffs');
const plans = readdirSync(library)
  .filter((file) => file.endsWith('.yaml') && file !== 'calendars.yaml')
  .map((file): [string, TariffPlan, string] => {
    const text = readFileSync(join(library, file), 'utf8');
    const { examples: _examples, ...plan } = tariffPlan.parse(parse(text, { schema: 'failsafe' }));
    return [file, plan, text.replaceAll(/^#.*$/gm, '')];
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
        // What rests on all of its supplier’s charges is so in both, however it is said.
        expect(form.ok && withOwnShares(planOfForm(form.draft))).toEqual(withOwnShares(plan));
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

  /** What the text of a tariff says where the form has no field for it. */
  const unshown = { colours: 'colours:', persons: 'perPerson:', tables: 'tables:' };

  test('every tariff of the library comes back as it was, or says what the form cannot show', () => {
    expect(plans.length).toBeGreaterThan(17);
    for (const [file, plan, text] of plans) {
      const parts = Object.entries(unshown).flatMap(([part, words]) => (text.includes(words) ? [part] : []));
      expect(through(plan), file).toEqual(parts.length > 0 ? parts : plan);
    }
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
