import { useQuery } from '@tanstack/react-query';
import type { PartState, Readiness } from '#catalogue/health.ts';
import {
  Archive,
  Bot,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleQuestionMark,
  CloudOff,
  Database,
  FileText,
  Gauge,
  KeyRound,
  type LucideIcon,
  Mail,
  RadioTower,
  RotateCw,
  Server,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsAdministrator } from '#shell/session/administrator.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { environment } from '#shell/data/env.ts';
import { useFormat } from '#shell/household/household.ts';
import { useOnline } from '#shell/data/online.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { HealthDetails } from './health-details.tsx';
import { atBase } from '#shell/data/base.ts';

const everySeconds = 30;

export function HealthPage() {
  const { t } = useTranslation('health');
  const format = useFormat();
  const online = useOnline();
  const isAdministrator = useIsAdministrator();
  const seen = useQuery({
    queryKey: ['health', 'parts'],
    queryFn: ({ signal }) => lookAtParts(signal),
    refetchInterval: everySeconds * 1000,
    staleTime: 0,
    retry: false,
    networkMode: 'always',
  });
  useDocumentTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="space-y-4">
        <Card>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
            <HealthLead parts={seen.data?.parts} isOnline={online} />
            <Button
              look="secondary"
              pending={seen.isFetching}
              icon={<RotateCw className="size-5" aria-hidden />}
              onClick={() => void seen.refetch()}
            >
              {t('again')}
            </Button>
          </div>
          <p className="mt-4 min-h-[2lh] text-small text-ink-soft sm:min-h-[1lh]">
            {seen.data && t('checked', { time: format.clock(seen.data.at), seconds: everySeconds })}
          </p>
        </Card>
        <Card title={t('list')}>
          <ul className="divide-y divide-line" aria-busy={seen.data === undefined && online}>
            {partNames.map((name) => (
              <PartRow key={name} name={name} seen={seen.data?.parts[name]} isOnline={online} />
            ))}
          </ul>
        </Card>
        {isAdministrator === true && <HealthDetails />}
      </div>
    </>
  );
}

/** The whole of it in one sentence: the largest thing on the page. */
function HealthLead({ parts, isOnline }: { parts: SeenParts['parts'] | undefined; isOnline: boolean }) {
  const { t } = useTranslation('health');
  const states = Object.values(parts ?? {}).map(({ state }) => state);
  const count = (wanted: string) => states.filter((state) => state === wanted).length;
  const [down, slow] = [count('down'), count('slow')];
  const { Icon, tint, words } = !isOnline
    ? { Icon: CloudOff, tint: 'bg-power-soft text-power-text', words: t('lead.offline') }
    : parts === undefined
      ? { Icon: CircleDashed, tint: 'bg-paper text-ink-soft', words: t('lead.checking') }
      : down > 0
        ? { Icon: CircleAlert, tint: 'bg-alert-soft text-alert', words: t('lead.down', { count: down }) }
        : slow > 0
          ? { Icon: CircleAlert, tint: 'bg-power-soft text-power-text', words: t('lead.slow', { count: slow }) }
          : { Icon: CircleCheck, tint: 'bg-leaf-soft text-leaf', words: t('lead.up') };
  return (
    <div className="flex min-w-0 flex-1 basis-72 items-center gap-4">
      <span className={classNames('inline-flex size-14 shrink-0 items-center justify-center rounded-full', tint)}>
        <Icon className="size-7" aria-hidden />
      </span>
      <div role="status" className="min-w-0">
        <p className="flex min-h-[2lh] items-center text-head sm:min-h-[1lh]">{words}</p>
        <p className="mt-0.5 text-ink-soft">{isOnline ? t('rendered') : t('offlineText')}</p>
      </div>
    </div>
  );
}

const icons: Record<PartName, LucideIcon> = {
  service: Server,
  auth: KeyRound,
  data: Database,
  ingest: Gauge,
  documents: FileText,
  mail: Mail,
  assistant: Bot,
  mqtt: RadioTower,
  backup: Archive,
};

const states = {
  checking: { Icon: CircleDashed, tone: 'neutral' },
  up: { Icon: CircleCheck, tone: 'leaf' },
  slow: { Icon: CircleAlert, tone: 'power' },
  down: { Icon: CircleAlert, tone: 'alert' },
  'not-set-up': { Icon: CircleMinus, tone: 'neutral' },
  unknown: { Icon: CircleQuestionMark, tone: 'neutral' },
} as const;

interface PartRowProps {
  name: PartName;
  /** Absent: looked at for the first time. */
  seen: SeenPart | undefined;
  isOnline: boolean;
}

function PartRow({ name, seen, isOnline }: PartRowProps) {
  const { t } = useTranslation('health');
  const format = useFormat();
  const state = !isOnline ? 'unknown' : (seen?.state ?? 'checking');
  const { Icon: StateIcon, tone } = states[state];
  const Icon = icons[name];
  const about = aboutOf();
  function aboutOf(): string {
    if (state === 'unknown' && isOnline) return t('unknownText');
    if (state !== 'not-set-up' || !isToldPart(name) || name === 'ingest') return t(`about.${name}`);
    return name === 'mail' && environment().devMailbox ? t('devMailbox') : t(`aboutMissing.${name}`);
  }
  return (
    <li data-part={name} data-state={state} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0 sm:gap-4">
      <span className="hidden size-9 shrink-0 items-center justify-center rounded-control bg-paper text-ink-soft min-[360px]:inline-flex">
        <Icon className="size-[18px]" aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t(`parts.${name}`)}</p>
        <p className="text-small text-ink-soft">{about}</p>
      </div>
      {/* On a phone as wide and as high before it is known as after. */}
      <div className="flex min-h-12 min-w-33 shrink-0 flex-col items-end justify-center gap-0.5 sm:min-h-0 sm:min-w-0 sm:flex-row-reverse sm:items-center sm:gap-4">
        <Badge tone={tone}>
          <StateIcon className="size-4" aria-hidden />
          {t(`state.${state}`)}
        </Badge>
        {seen?.tookMs !== undefined && isOnline && (
          <span className="figures text-small text-ink-soft">{t('latency', { ms: format.number(seen.tookMs) })}</span>
        )}
      </div>
    </li>
  );
}

/** The service tells of these. */
const toldParts = ['ingest', 'documents', 'mail', 'assistant', 'mqtt', 'backup'] as const;
const partNames = ['service', 'auth', 'data', ...toldParts] as const;
type PartName = (typeof partNames)[number];
type ToldPart = (typeof toldParts)[number];
const isToldPart = (name: PartName): name is ToldPart => toldParts.some((one) => one === name);

interface SeenPart {
  /** `unknown`: what would tell does not answer. */
  readonly state: PartState | 'unknown';
  /** How long the answer took to this browser; absent where the service tells of another part. */
  readonly tookMs?: number;
}

interface SeenParts {
  readonly at: number;
  readonly parts: Readonly<Record<PartName, SeenPart>>;
}

const patienceMs = 8_000;
/** People begin to wait. */
const slowMs = 1_500;

/** Asks every part as this browser reaches it. Never rejects: what does not answer is down. */
async function lookAtParts(signal: AbortSignal): Promise<SeenParts> {
  const [service, auth, data, told] = await Promise.all([
    look(() => ask(atBase('/healthz'), signal)),
    look(() => askBackend('/auth/v1/health', signal)),
    look(() => askBackend('/rest/v1/faq_entries?select=id&limit=1', signal)),
    readiness(signal),
  ]);
  const toldOf = (name: ToldPart): SeenPart => ({
    state: told === undefined ? 'unknown' : (told.parts[name] ?? 'not-set-up'),
  });
  const others = Object.fromEntries(toldParts.map((name) => [name, toldOf(name)])) as Record<ToldPart, SeenPart>;
  return { at: Date.now(), parts: { service, auth, data, ...others } };
}

async function look(probe: () => Promise<Response>): Promise<SeenPart> {
  const begun = performance.now();
  try {
    const answer = await probe();
    const tookMs = performance.now() - begun;
    if (!answer.ok) return { state: 'down', tookMs };
    return { state: tookMs > slowMs ? 'slow' : 'up', tookMs };
  } catch {
    return { state: 'down' };
  }
}

function ask(url: string, signal: AbortSignal, headers: HeadersInit = {}): Promise<Response> {
  return fetch(url, { headers, cache: 'no-store', signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) });
}

/** As a visitor, whoever is signed in: without the client, which this page would have to load for it. */
function askBackend(path: string, signal: AbortSignal): Promise<Response> {
  const { backend } = environment();
  if (backend === undefined) return Promise.reject(new Error('The backend is not configured'));
  const { url, anonKey } = backend;
  return ask(`${url}${path}`, signal, { apikey: anonKey, Authorization: `Bearer ${anonKey}` });
}

/** Also a service that is not ready tells of its parts. */
async function readiness(signal: AbortSignal): Promise<Readiness | undefined> {
  try {
    const answer = await ask(atBase('/readyz'), signal);
    return (await answer.json()) as Readiness;
  } catch {
    return undefined;
  }
}
