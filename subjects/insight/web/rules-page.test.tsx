import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { server } from '#apps/web/testing/server.ts';
import { ruleKinds, type RuleState } from '../contract/rules.ts';
import { RulesPage } from './rules-page.tsx';
import { answerAs, showPart } from './testing.tsx';

beforeEach(() => history.replaceState(null, '', '/notices/rules'));

const quiet = (kind: RuleState['kind']): RuleState => ({
  kind,
  isOn: true,
  isOpen: false,
  times: 0,
  lastAt: null,
  dismissed: 0,
  normal: 0,
  caution: 1,
  replay: null,
  hasReplay: false,
});

/** The page of a home whose rules stand as given; each change is heard, and answered as told. */
async function show(given: Partial<Record<string, Partial<RuleState>>> = {}, role: 'owner' | 'viewer' = 'owner') {
  answerAs({ role });
  const changes: unknown[] = [];
  let rules = ruleKinds.map((kind) => ({ ...quiet(kind), ...given[kind] }));
  server.use(
    http.get('*/rest/v1/home_absences', () => HttpResponse.json([])),
    http.get('*/api/v1/rules', () => HttpResponse.json({ household: '5b1e6f0a-0000-4000-8000-0000000000aa', rules })),
    http.patch('*/api/v1/rules/:kind', async ({ params, request }) => {
      const body = (await request.json()) as { isOn?: boolean; forgive?: true };
      changes.push([params['kind'], body]);
      rules = rules.map((rule) =>
        rule.kind === params['kind']
          ? { ...rule, isOn: body.isOn ?? rule.isOn, ...(body.forgive && { normal: 0, caution: 1 }) }
          : rule,
      );
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/v1/rules/:kind/replay', ({ params }) => {
      rules = rules.map((rule) =>
        rule.kind === params['kind']
          ? { ...rule, replay: { state: 'done' as const, beginsOn: '2026-01-05', found: [] } }
          : rule,
      );
      return new HttpResponse(null, { status: 202 });
    }),
  );
  return { changes, ...(await showPart(<RulesPage />)) };
}

const row = async (name: string) => {
  const heading = await screen.findByRole('heading', { name, level: 3 });
  return within(heading.closest('li') as HTMLElement);
};

test('each rule says how it stands and what it told, and is switched', async () => {
  const { user, changes } = await show({ 'silent-meter': { isOpen: true, times: 3, lastAt: '2026-11-19T05:00:00Z' } });
  const silent = await row('A meter falls silent');
  expect(silent.getByText('Something to look at · 3 notices in a year · last 19 Nov')).toBeVisible();
  expect((await row('A meter counts wrongly')).getByText(/^Nothing at the moment · Has not told/)).toBeVisible();
  await user.click(silent.getByRole('switch', { name: 'Tell me: A meter falls silent' }));
  expect(await screen.findByText('You are not told any more: A meter falls silent')).toBeVisible();
  expect(changes).toEqual([['silent-meter', { isOn: false }]]);
  expect((await row('A meter falls silent')).getByText(/^Switched off/)).toBeVisible();
});

test('what was called normal is told, and can be forgotten', async () => {
  const { user, changes } = await show({ 'running-water': { normal: 2, caution: 2.25 } });
  const water = await row('Water that does not stop');
  expect(water.getByText(/You called it normal 2 times: it now asks for 125% more than usual/)).toBeVisible();
  await user.click(water.getByRole('button', { name: 'As at first' }));
  expect(await screen.findByText('It asks for no more than usual again')).toBeVisible();
  expect(changes).toEqual([['running-water', { forgive: true }]]);
});

test('what was dismissed three times without a word is asked about', async () => {
  const { user, changes } = await show({ 'meter-check': { times: 4, dismissed: 3, lastAt: '2026-11-01T05:00:00Z' } });
  const check = await row('A meter counts wrongly');
  expect(check.getByText(/Dismissed 3 times without a word/)).toBeVisible();
  await user.click(check.getByRole('button', { name: 'Do not tell me' }));
  expect(await screen.findByText(/You are not told any more/)).toBeVisible();
  expect(changes).toEqual([['meter-check', { isOn: false }]]);
});

test('what it would have told in a year is gone through when somebody asks', async () => {
  const { user } = await show({ 'meter-check': { hasReplay: true } });
  const check = await row('A meter counts wrongly');
  await user.click(check.getByRole('button', { name: 'Try it on the last year' }));
  expect(await check.findByText('Nothing since 5 Jan.')).toBeVisible();
  expect(check.getByRole('button', { name: 'Go through it again' })).toBeVisible();
});

test('who may only look sees them, without switches', async () => {
  await show({ 'meter-check': { hasReplay: true, normal: 1, caution: 1.5 } }, 'viewer');
  expect(await screen.findByText('Owners and members of the home switch these.')).toBeVisible();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'As at first' })).not.toBeInTheDocument();
});
