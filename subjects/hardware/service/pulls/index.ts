/** Pulls: what a household has fetched from services of others, set up here and fetched by a job. Nothing is asked before somebody sets it up. */
import { addDays } from '#catalogue/local-day.ts';
import { pgTexts } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createSeal } from '#kernel/seal.ts';
import { addPull, type PullKind } from '../../contract/pulls.ts';
import { pulls } from '../../sources/pulls/index.ts';
import type { Pull } from '../../sources/pulls/pull.ts';
import { type PullDeps, runPulls, sealedAt } from './run-pulls.ts';

type Form = Pull['settings'][string];
const isSound = (form: Form, given: string): boolean =>
  form instanceof RegExp ? form.test(given) : form.includes(given);

export const pullKinds: PullKind[] = pulls.map(({ id, label, base, fills, flows, hasKey, settings }) => ({
  id,
  label,
  fills: typeof fills === 'string' ? fills : 'meter',
  utilities: typeof fills === 'string' ? [] : [...fills],
  flows: [...flows],
  hasKey,
  isLocal: base === null,
  settings: Object.entries(settings).map(([name, form]) => ({
    name,
    isOptional: isSound(form, ''),
    ...(form instanceof RegExp ? { pattern: form.source, choices: [] } : { pattern: '.*', choices: [...form] }),
  })),
}));

const backFillDays = 731;
const perHour = { kind: 'pulls', count: 60, seconds: 3600 };
/** Between two questions of one back-fill. */
const everyMs = 5_000;

const badSetting = ({ settings }: Pull, given: Readonly<Record<string, string>>): string | undefined => {
  const wrong = Object.entries(settings).find(([name, form]) => !isSound(form, given[name] ?? ''));
  return wrong?.[0] ?? Object.keys(given).find((name) => !Object.hasOwn(settings, name));
};

type RouteDeps = Pick<Kernel, 'serve' | 'sql' | 'takeAllowance' | 'now'> & Pick<PullDeps, 'seal' | 'guard'>;

export const pullRoutes = ({ serve, sql, seal, takeAllowance, now, guard }: RouteDeps): void =>
  serve(addPull, async ({ person, body: { household, kind, meter, key, settings, since } }) => {
    const pull = pulls.find(({ id }) => id === kind);
    if (!pull) throw new ProblemError('not-found');
    const wrong = badSetting(pull, settings);
    if (wrong !== undefined) throw new ProblemError('body-malformed', `settings.${wrong}`);
    if ((key !== undefined) !== pull.hasKey) throw new ProblemError('body-malformed', 'key');
    if ((meter === undefined) !== (typeof pull.fills === 'string')) throw new ProblemError('body-malformed', 'meter');
    await takeAllowance(perHour, person.sub);
    const address = pull.base === null ? await guard(household, settings['address'] ?? '') : undefined;
    if (address === null) throw new ProblemError('address-not-allowed');
    const today = new Date(now()).toISOString().slice(0, 10);
    const first = addDays(today, -backFillDays);
    const from = since !== undefined && since > first ? (since < today ? since : today) : first;
    const sealed = key === undefined ? null : seal.seal(key, sealedAt(household, pull.id));
    const kept = JSON.stringify(address === undefined ? settings : { ...settings, address });
    const [added] = await sql<{ id: string | null }[]>`
      select private.add_pull(${person.sub}, ${household}, ${kind}, ${pull.label}, ${meter ?? null},
        ${pgTexts(typeof pull.fills === 'string' ? [] : pull.fills)}, ${pgTexts(pull.flows)}, ${kept}::text::jsonb, ${sealed}, ${from},
        ${new Date(now()).toISOString()}) as id`;
    if (!added?.id) throw new ProblemError('forbidden');
    return { id: added.id };
  });

export const servePulls = (
  kernel: Kernel,
  deps: Pick<PullDeps, 'ingest' | 'saveTemperatures' | 'savePriceFile' | 'guard'>,
): void => {
  const seal = createSeal('keys of pulls', kernel.addressSecret);
  pullRoutes({ ...kernel, ...deps, seal });
  const run = (signal: AbortSignal) => runPulls({ ...kernel, ...deps, seal }, signal);
  kernel.jobs.add({ name: 'pulls', everyMs, isEverywhere: true, run });
};
