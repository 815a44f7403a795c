import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { noticeFacts } from '#catalogue/index.ts';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { callService } from '#shell/data/service.ts';
import { useFormat, useHousehold, useNameAmongSeveral, useRights } from '#shell/household/household.ts';
import { noticesKey } from '#shell/household/household-notices.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { MemberPage } from '#shell/session/member-page.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { Switch } from '#shell/ui/switch.tsx';
import { askReplay, changeRule, readRules, type RuleState } from '../contract/rules.ts';
import { AwayCard } from './away/away-card.tsx';
import { NoticeIcon } from './notice-text.tsx';
import { useRuleText } from './rule-text.ts';

/** Each kind of notice: how it stands in this home, what it told, what it would have told, and its switch. */
export function RulesPage() {
  const { t } = useTranslation(['rules', 'notice-texts', 'errors']);
  const home = useNameAmongSeveral();
  return (
    <MemberPage
      title={t('page.title')}
      subtitle={[t('page.about'), home].filter(Boolean).join(' · ')}
      back={{ to: '/notices', label: t('page.back') }}
      signedOut={{ title: t('notice-texts:signedOut.title'), text: t('notice-texts:signedOut.text') }}
      skeleton={<Skeleton className="h-96 rounded-card" />}
    >
      <Rules />
    </MemberPage>
  );
}

function Rules() {
  const { t } = useTranslation(['rules', 'notice-texts']);
  const household = useHousehold();
  const id = household.data?.id;
  const rights = useRights();
  const rules = useQuery({ ...rulesQuery(id ?? ''), enabled: id !== undefined });
  const failed = [household, rules].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined)
    return (
      <Card>
        <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    );
  if (rules.data === undefined || id === undefined) return <Skeleton className="h-96 rounded-card" />;
  const mayWrite = rights.data?.mayWrite ?? false;
  const groups = [...new Set(rules.data.map(({ kind }) => noticeFacts(kind).group))];
  return (
    <div className="space-y-4">
      {rights.data && !mayWrite && <p className="text-ink-soft">{t('page.viewer')}</p>}
      <AwayCard />
      {groups.map((group) => (
        <Card key={group} title={t(`notice-texts:filter.${group}`)}>
          <ul className="-my-3">
            {rules.data
              .filter(({ kind }) => noticeFacts(kind).group === group)
              .map((rule) => (
                <RuleRow key={rule.kind} household={id} rule={rule} mayWrite={mayWrite} />
              ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

interface RuleRowProps {
  household: string;
  rule: RuleState;
  mayWrite: boolean;
}

/** Dismissed so often without a word, somebody is asked what it is. */
const asksAfter = 3;

function RuleRow({ household, rule, mayWrite }: RuleRowProps) {
  const { t } = useTranslation('rules');
  const format = useFormat();
  const { nameOf, aboutOf } = useRuleText();
  const { change } = useRuleChanges(household);
  const { kind, isOn, isOpen, times, lastAt, dismissed, normal, caution } = rule;
  const name = nameOf(kind);
  const set = (on: boolean) =>
    change.mutate({ kind, body: { isOn: on }, said: t(on ? 'page.on' : 'page.offNow', { name }) });
  const told =
    lastAt === null
      ? t('page.never')
      : `${t('page.times', { count: times })} · ${t('page.last', { time: format.shortDay(Date.parse(lastAt)) })}`;
  return (
    <li className="flex items-start gap-3.5 border-b border-line py-3.5 last:border-b-0" data-rule={kind}>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-control bg-paper text-ink-soft">
        <NoticeIcon kind={kind} className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{name}</h3>
        <p className="mt-0.5 text-small text-ink-soft">{aboutOf(kind)}</p>
        <p className="figures mt-1 text-small">
          {[t(`page.state.${!isOn ? 'off' : isOpen ? 'open' : 'quiet'}`), told].join(' · ')}
        </p>
        {normal > 0 && (
          <p className="figures mt-1 text-small">
            {t('page.normal', { count: normal, percent: format.percent(caution - 1) })}
            {mayWrite && (
              <Button
                look="quiet"
                size="small"
                className="ml-1"
                onClick={() => change.mutate({ kind, body: { forgive: true }, said: t('page.forgiven') })}
              >
                {t('page.forgive')}
              </Button>
            )}
          </p>
        )}
        {isOn && mayWrite && dismissed >= asksAfter && (
          <p className="mt-1 text-small">
            {t('page.dismissedOften', { count: dismissed })}
            <Button look="quiet" size="small" className="ml-1" onClick={() => set(false)}>
              {t('page.turnOff')}
            </Button>
          </p>
        )}
        {rule.hasReplay && isOn && <Replay household={household} rule={rule} mayWrite={mayWrite} />}
      </div>
      {mayWrite && <Switch label={t('page.switch', { name })} checked={isOn} onChange={set} />}
    </li>
  );
}

/** What it would have told in the last year: worked out when somebody asks. */
function Replay({ household, rule: { kind, replay }, mayWrite }: RuleRowProps) {
  const { t } = useTranslation('rules');
  const format = useFormat();
  const { textOf } = useRuleText();
  const asked = useRuleChanges(household).replay;
  const ask = mayWrite && (
    <Button
      look="quiet"
      size="small"
      className="mt-1 -ml-3"
      pending={asked.isPending}
      onClick={() => asked.mutate(kind)}
    >
      {t(replay === null ? 'page.replay' : 'page.again')}
    </Button>
  );
  if (replay === null) return ask;
  if (replay.state === 'waiting')
    return (
      <p className="mt-1 text-small text-ink-soft" role="status">
        {t('page.replayWaits')}
      </p>
    );
  const day = (text: string) => format.date(Date.parse(text), { timeZone: 'UTC', day: 'numeric', month: 'short' });
  if (replay.beginsOn === null) return <p className="mt-1 text-small text-ink-soft">{t('page.replayNoData')}</p>;
  return (
    <div className="figures mt-1 text-small" role="status">
      <p>
        {replay.found.length === 0
          ? t('page.replayNone', { day: day(replay.beginsOn) })
          : t('page.replayFound', { count: replay.found.length, day: day(replay.beginsOn) })}
      </p>
      <ul className="mt-1 list-disc pl-5 text-ink-soft">
        {replay.found.map(({ meterId, name, since, noticedOn, endedOn, figures }) => (
          <li key={`${meterId} ${noticedOn}`} className="wrap-anywhere">
            {endedOn === null
              ? t('page.replayOpen', { from: day(noticedOn) })
              : t('page.replayRange', { from: day(noticedOn), to: day(endedOn) })}
            {': '}
            {textOf(kind, { meterId, name, since, figures }).title}
          </li>
        ))}
      </ul>
      {ask}
    </div>
  );
}

/** While a year is gone through. */
const waitsMs = 2_000;

const rulesKey = (household: string) => ['rules', household] as const;

const rulesQuery = (household: string) =>
  queryOptions({
    queryKey: rulesKey(household),
    queryFn: async ({ signal }) => (await callService(readRules, { query: { household }, signal })).rules,
    refetchInterval: ({ state }) => (state.data?.some(({ replay }) => replay?.state === 'waiting') ? waitsMs : false),
    meta: keptOffline,
  });

interface Change {
  kind: RuleState['kind'];
  body: { isOn?: boolean; forgive?: true };
  said: string;
}

function useRuleChanges(household: string) {
  const { t } = useTranslation('rules');
  const words = useFailureMessages();
  const queries = useQueryClient();
  const queryKey = rulesKey(household);
  const failed = (error: unknown) => notify(t('page.failed'), words.ofService(error), 'alert');
  const change = useMutation({
    // One after the other: what was pressed last is what stays.
    scope: { id: 'rules' },
    mutationFn: ({ kind, body }: Change) => callService(changeRule, { params: { kind }, query: { household }, body }),
    onMutate: ({ kind, body }) =>
      queries.setQueryData<RuleState[]>(queryKey, (rules) =>
        rules?.map((rule) => (rule.kind === kind ? { ...rule, isOn: body.isOn ?? rule.isOn } : rule)),
      ),
    onSuccess: (_, { said }) => notify(said),
    onError: failed,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey });
      await queries.invalidateQueries({ queryKey: noticesKey(household) });
    },
  });
  const replay = useMutation({
    mutationFn: (kind: RuleState['kind']) => callService(askReplay, { params: { kind }, query: { household } }),
    onError: failed,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return { change, replay };
}
