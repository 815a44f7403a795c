/** Household → views for a wall: which there are, when each was shown last, making one and ending one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languageFacts, languageIds, toLanguage } from '#catalogue/index.ts';
import { useOnline } from '#shell/data/online.ts';
import { callService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { useFormat, useHouseholdId } from '#shell/household/household.ts';
import { ConfirmDialog } from '#shell/parts/confirm-dialog.tsx';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { TokenNameForm } from '#shell/parts/token-name-form.tsx';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { SelectField } from '#shell/ui/field.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { SegmentedField } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { CreatedToken } from '#subjects/identity/contract/tokens.ts';
import type { WallToken } from '#supabase/tables/index.ts';
import { makeWallToken } from '../../contract/wall.ts';
import { outsideOrigin } from '#shell/data/env.ts';

type View = Pick<WallToken, 'id' | 'name' | 'hint' | 'created_at' | 'last_used_at'>;

const viewsKey = 'wall-views';

export function WallViewsCard() {
  const { t } = useTranslation(['wall', 'copy', 'errors']);
  const household = useHouseholdId();
  const [made, setMade] = useState<CreatedToken>();
  const [ending, setEnding] = useState<View>();
  return (
    <Card title={t('views.title')} id="wall-views">
      <p className="mb-4 text-ink-soft">{t('views.text')}</p>
      <ViewList household={household} onEnd={setEnding} />
      <ViewMaker household={household} made={made} onMade={setMade} />
      <EndDialog
        view={ending}
        onClose={() => setEnding(undefined)}
        onEnded={(id) => made?.id === id && setMade(undefined)}
      />
    </Card>
  );
}

function ViewList({ household, onEnd }: { household: string | undefined; onEnd: (view: View) => void }) {
  const { t } = useTranslation('wall');
  const { data, error, refetch } = useViews(household);
  if (data === undefined)
    return error === null ? (
      <Skeleton className="mb-5 h-11" />
    ) : (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    );
  if (data.length === 0) return null;
  return (
    <ul className="mb-5 border-t border-line" aria-label={t('views.title')}>
      {data.map((view) => (
        <ViewLine key={view.id} view={view} onEnd={() => onEnd(view)} />
      ))}
    </ul>
  );
}

function ViewLine({ view, onEnd }: { view: View; onEnd: () => void }) {
  const { t } = useTranslation('wall');
  const format = useFormat();
  const online = useOnline();
  const name = view.name === '' ? t('views.unnamed') : view.name;
  const used = view.last_used_at;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5">
      <div className="min-w-40 flex-1">
        <p className="font-semibold wrap-anywhere">
          {name} <code className="ml-1 text-small font-normal text-ink-soft">…{view.hint}</code>
        </p>
        <p className="figures text-small text-ink-soft">
          {t('views.made', { date: format.shortDay(Date.parse(view.created_at)) })}
          {' · '}
          {used === null ? t('views.unused') : t('views.used', { date: format.dateTime(Date.parse(used)) })}
        </p>
      </div>
      <Button look="quiet" size="small" disabled={!online} aria-label={t('views.endNamed', { name })} onClick={onEnd}>
        {t('views.end')}
      </Button>
    </li>
  );
}

interface ViewMakerProps {
  household: string | undefined;
  made: CreatedToken | undefined;
  onMade: (made: CreatedToken) => void;
}

function ViewMaker({ household, made, onMade }: ViewMakerProps) {
  const { t } = useTranslation('wall');
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: (name: string) => callService(makeWallToken, { body: { name, household } }),
    onSuccess: (answer) => {
      onMade(answer);
      void queries.invalidateQueries({ queryKey: [viewsKey] });
    },
  });
  return (
    <>
      <TokenNameForm
        words={{
          name: t('views.name'),
          example: t('views.example'),
          submit: made === undefined ? t('views.make') : t('views.another'),
        }}
        look="secondary"
        isWaiting={household === undefined}
        onMake={make.mutateAsync}
      />
      {made !== undefined && <MadeView key={made.id} token={made.token} />}
    </>
  );
}

const QrCode = lazy(() => import('#shell/parts/qr-code.tsx'));

type Screen = 'tablet' | 'paper';

/** The link, this once: what follows `#` is in no server's log and in no referrer. */
function MadeView({ token }: { token: string }) {
  const { t } = useTranslation('wall');
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [screen, setScreen] = useState<Screen>('tablet');
  const link = `${outsideOrigin()}/wall?language=${language}${screen === 'paper' ? '&screen=paper' : ''}#${token}`;
  return (
    <div className="mt-4 space-y-4 rounded-control border border-leaf/40 bg-leaf-soft p-4">
      <p role="status" className="font-semibold">
        {t('views.once')}
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <SelectField
          label={t('views.language')}
          value={language}
          options={languageIds.map((value) => ({ value, label: languageFacts(value).name }))}
          onChange={({ target }) => setLanguage(toLanguage(target.value) ?? language)}
        />
        <SegmentedField
          label={t('views.screen')}
          value={screen}
          options={[
            { value: 'tablet', label: t('views.tablet') },
            { value: 'paper', label: t('views.paper') },
          ]}
          onChange={setScreen}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <code
          aria-label={t('views.link')}
          className="min-w-0 flex-1 basis-56 rounded-[6px] bg-card px-3 py-2 text-small break-all"
        >
          {link}
        </code>
        <CopyButton text={link} label={t('views.copy')} look="primary" />
      </div>
      <Suspense fallback={<Skeleton className="size-52 rounded-control" />}>
        <QrCode text={link} label={t('views.qr')} />
      </Suspense>
      <p className="text-small text-ink-soft">{t('views.care')}</p>
    </div>
  );
}

interface EndDialogProps {
  view: View | undefined;
  onClose: () => void;
  onEnded: (id: string) => void;
}

function EndDialog({ view, onClose, onEnded }: EndDialogProps) {
  const { t } = useTranslation('wall');
  const words = useFailureMessages();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => askTables((tables) => tables.from('wall_tokens').delete().eq('id', id)),
    onSuccess: (_, id) => {
      notify(t('views.ended'));
      onEnded(id);
    },
    onError: (error) => notify(t('views.endFailed'), words.ofThrown(error), 'alert'),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: [viewsKey] });
    },
  });
  return (
    <ConfirmDialog
      open={view !== undefined}
      title={t('views.endTitle', { name: view?.name || t('views.unnamed') })}
      confirmLabel={t('views.end')}
      isPending={end.isPending}
      onConfirm={() => view !== undefined && end.mutate(view.id)}
      onClose={onClose}
    >
      <p>{t('views.endText')}</p>
    </ConfirmDialog>
  );
}

/** Of the home that one looks at, the oldest first. */
function useViews(household: string | undefined) {
  return useQuery({
    queryKey: [viewsKey, household ?? null],
    queryFn: () =>
      askTables<View[]>((tables) =>
        tables
          .from('wall_tokens')
          .select('id,name,hint,created_at,last_used_at')
          .eq('household_id', household ?? '')
          .order('created_at', { ascending: true }),
      ),
    enabled: household !== undefined,
  });
}
