/** Devices → your data elsewhere: every way by which a home's figures leave, what of it is on, and how it goes. */
import { Activity, Braces, FileSpreadsheet, House } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readDescriptionPage } from '#catalogue/description.ts';
import { useHousehold, useRights } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { MemberPage } from '#shell/session/member-page.tsx';
import { Badge } from '#shell/ui/badge.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { pushKinds } from '../../contract/pushes.ts';
import { PushCard } from './push-card.tsx';
import { useOutlets, usePushes } from './push-queries.ts';
import { UsageFiles } from './usage-files.tsx';
import { atBase } from '#shell/data/base.ts';

export function ElsewherePage() {
  const { t } = useTranslation(['elsewhere', 'copy', 'errors']);
  return (
    <MemberPage
      title={t('title')}
      subtitle={t('subtitle')}
      back={{ to: '/devices', label: t('back') }}
      signedOut={{ title: t('signedOut.title'), text: t('signedOut.text') }}
      skeleton={<PageSkeleton />}
    >
      <Ways />
    </MemberPage>
  );
}

function PageSkeleton() {
  return (
    <div className="space-y-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-50 rounded-card" />
        <Skeleton className="h-50 rounded-card" />
      </div>
      <Skeleton className="h-120 rounded-card" />
    </div>
  );
}

function Ways() {
  const pushes = usePushes();
  const outlets = useOutlets();
  const household = useHousehold();
  const rights = useRights();
  const failed = [pushes, outlets].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <Card>
        <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />
      </Card>
    );
  if (!pushes.data || !outlets.data || !household.data || rights.data === undefined) return <PageSkeleton />;
  const hindrance = !rights.data?.mayWrite
    ? 'viewer'
    : household.data.kind !== 'home'
      ? 'demo'
      : outlets.data.pushes
        ? null
        : 'operator';
  return (
    <div className="space-y-4">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {pushKinds.map((kind) => (
          <PushCard key={kind} kind={kind} push={pushes.data.find((one) => one.kind === kind)} hindrance={hindrance} />
        ))}
      </div>
      <OtherWays homeAssistant={outlets.data.homeAssistant} prometheus={outlets.data.prometheus} />
    </div>
  );
}

/** What is fetched by others, or told of without an address of one's own. */
function OtherWays({ homeAssistant, prometheus }: { homeAssistant: boolean; prometheus: boolean }) {
  const { t } = useTranslation('elsewhere');
  const files = (
    <>
      <Link to="/profile#export" className={link}>
        {t('files.all')}
      </Link>
      <Link to="/billing" className={link}>
        {t('files.bills')}
      </Link>
    </>
  );
  const api = (
    <a href={atBase(readDescriptionPage.path)} className={link}>
      {t('api.link')}
    </a>
  );
  return (
    <Card title={t('others')}>
      <ul className="-my-2 divide-y divide-line">
        <Way icon={<House className="size-5" aria-hidden />} title={t('homeAssistant.title')} isOn={homeAssistant}>
          {homeAssistant ? t('homeAssistant.on') : t('homeAssistant.off')}
        </Way>
        <Way
          icon={<FileSpreadsheet className="size-5" aria-hidden />}
          title={t('files.title')}
          links={files}
          controls={<UsageFiles />}
        >
          {t('files.text')}
        </Way>
        <Way icon={<Braces className="size-5" aria-hidden />} title={t('api.title')} links={api}>
          {t('api.text')}
        </Way>
        <Way icon={<Activity className="size-5" aria-hidden />} title={t('prometheus.title')} isOn={prometheus}>
          {prometheus ? t('prometheus.on') : t('prometheus.off')}
        </Way>
      </ul>
    </Card>
  );
}

const link = 'inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-2';

interface WayProps {
  icon: ReactNode;
  title: string;
  /** Left out: it is always there. */
  isOn?: boolean;
  links?: ReactNode;
  controls?: ReactNode;
  children: ReactNode;
}

function Way({ icon, title, isOn, links, controls, children }: WayProps) {
  const { t } = useTranslation('elsewhere');
  return (
    <li className="flex gap-4 py-4">
      <span className="mt-0.5 shrink-0 text-leaf">{icon}</span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-semibold">{title}</h3>
          {isOn !== undefined && <Badge tone={isOn ? 'leaf' : 'neutral'}>{isOn ? t('on') : t('off')}</Badge>}
        </div>
        <p className="mt-0.5 max-w-3xl text-ink-soft">{children}</p>
        {controls}
        {links && <div className="-mb-2 flex flex-wrap gap-x-6">{links}</div>}
      </div>
    </li>
  );
}
