import { sendReadings } from '#subjects/readings/contract/readings.ts';
import { Activity, ChartColumn, ChevronDown, DoorOpen, History, ReceiptText, ShieldCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDocumentTitle } from '../text/document-title.ts';
import { environment, outsideOrigin } from '../data/env.ts';
import { useSession } from '../session/session.ts';
import { storedSession } from '../session/stored-session.ts';
import { askToSignIn } from '../session/session-prompts.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { ExploreButton } from './explore-button.tsx';
import { SamplePanel, useStaticFormat } from './sample-panel.tsx';

interface HomePageProps {
  preloadDashboard: () => void;
  /** Begins the page of whoever is in. */
  own: ReactNode;
}

export function HomePage({ preloadDashboard, own }: HomePageProps) {
  const { status } = useSession();
  useDocumentTitle('');
  return (
    <>
      {status === 'signed-in' || (status === 'loading' && storedSession() !== undefined) ? (
        own
      ) : (
        <Hero preloadDashboard={preloadDashboard} />
      )}
      <Answers />
      <ConnectSteps />
      <Facts />
      <About />
      <Questions />
    </>
  );
}

function Hero({ preloadDashboard }: { preloadDashboard: () => void }) {
  const { t } = useTranslation('home');
  return (
    <section className="grid items-center gap-x-12 gap-y-10 pt-4 pb-16 xl:grid-cols-[1.05fr_1fr] lg:pt-16 xl:pt-22 xl:pb-20">
      <div>
        <h1
          tabIndex={-1}
          className="max-w-[14em] text-[clamp(2.25rem,1.4rem+3vw,3.5rem)] leading-[1.08] font-[680] tracking-[-0.015em] outline-none lang-hi:leading-[1.3]"
        >
          {t('hero.title')}
        </h1>
        <p className="mt-5 max-w-[34em] text-[1.1875rem] text-ink-soft">{t('hero.text')}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ExploreButton preload={preloadDashboard} />
          <Button look="secondary" size="large" onClick={() => askToSignIn('sign-up')}>
            {t('hero.create')}
          </Button>
        </div>
        <p className="mt-4 max-w-[34em] text-small text-ink-soft">{t('hero.note')}</p>
      </div>
      <SamplePanel />
    </section>
  );
}

const answers = [
  { key: 'rooms', Icon: DoorOpen },
  { key: 'now', Icon: Activity },
  { key: 'cost', Icon: ReceiptText },
  { key: 'change', Icon: ChartColumn },
  { key: 'honest', Icon: History },
  { key: 'private', Icon: ShieldCheck },
] as const;

function Answers() {
  const { t } = useTranslation('home');
  return (
    <Section title={t('answers.title')} text={t('answers.text')}>
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {answers.map(({ key, Icon }) => (
          <li key={key} className="flex gap-4">
            <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-control bg-leaf-soft text-leaf">
              <Icon className="size-5" aria-hidden />
            </span>
            <div>
              <h3 className="text-title">{t(`answers.${key}.title`)}</h3>
              <p className="mt-1 max-w-[32em] text-ink-soft">{t(`answers.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const steps = ['device', 'token', 'send'] as const;

function ConnectSteps() {
  const { t } = useTranslation('home');
  const request = `curl -X POST ${outsideOrigin()}${sendReadings.path} \\
  -H 'Authorization: Bearer <${t('connect.tokenWord')}>' \\
  -H 'Content-Type: application/json' \\
  -d '{"readings":[{"meter":"kitchen-electricity",
       "at":"2026-11-20T18:00:00Z","value":1284500}]}'`;
  return (
    <Section id="connect" title={t('connect.title')} text={t('connect.text')}>
      <div className="grid items-start gap-8 2xl:grid-cols-[1fr_1.15fr]">
        <ol className="space-y-6">
          {steps.map((step, at) => (
            <li key={step} className="flex gap-4">
              <span
                aria-hidden="true"
                className="figures inline-flex size-9 shrink-0 items-center justify-center rounded-full border border-leaf/40 font-semibold text-leaf"
              >
                {at + 1}
              </span>
              <div>
                <h3 className="text-title">{t(`connect.${step}.title`)}</h3>
                <p className="mt-0.5 max-w-[34em] text-ink-soft">{t(`connect.${step}.text`)}</p>
              </div>
            </li>
          ))}
        </ol>
        <figure className="overflow-hidden rounded-card bg-ink text-white">
          <figcaption className="px-5 pt-4 text-small text-white/75">{t('connect.caption')}</figcaption>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on phones
            tabIndex={0}
            className="overflow-x-auto px-5 pt-2 pb-5 font-mono text-[0.8125rem] leading-6"
            translate="no"
          >
            {request}
          </pre>
        </figure>
      </div>
      <Link to="/devices" className={buttonStyle({ look: 'secondary', className: 'mt-8' })}>
        {t('connect.go')}
      </Link>
    </Section>
  );
}

const facts = [
  {
    key: 'shower',
    share: 0.22,
    source: 'Tiefenbeck et al., Management Science 64(3), 2018',
    url: 'https://doi.org/10.1287/mnsc.2016.2646',
  },
  {
    key: 'idle',
    share: 0.23,
    source: 'NRDC, Home Idle Load, 2015',
    url: 'https://www.nrdc.org/sites/default/files/home-idle-load-IP.pdf',
  },
  {
    key: 'leak',
    share: 0.1,
    source: 'US EPA, WaterSense, Fix a Leak Week',
    url: 'https://www.epa.gov/watersense/fix-leak-week',
  },
] as const;

function Facts() {
  const { t } = useTranslation('home');
  const format = useStaticFormat();
  return (
    <Section id="facts" title={t('facts.title')} text={t('facts.text')}>
      <ul className="grid gap-4 md:grid-cols-3">
        {facts.map(({ key, share, source, url }) => (
          <li key={key} className="flex flex-col rounded-card border border-line bg-card p-5 sm:p-6">
            <p className="figures text-lead text-leaf">{format.percent(share)}</p>
            <p className="mt-2 flex-1">{t(`facts.${key}`)}</p>
            <p className="mt-4 text-small text-ink-soft">
              {t('facts.source')}{' '}
              <a href={url} lang="en" rel="noreferrer" className="underline underline-offset-2 hover:text-leaf">
                {source}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function About() {
  const { t } = useTranslation('home');
  return (
    <Section id="about" title={t('about.title')}>
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-2">
        <p>{t('about.what')}</p>
        <p>{t('about.how')}</p>
        <p>{t('about.data')}</p>
        <p>{t('about.name')}</p>
      </div>
    </Section>
  );
}

const questions = ['hardware', 'where', 'demo', 'guest', 'wrong', 'cost'] as const;

function Questions() {
  const { t } = useTranslation('home');
  return (
    <Section id="questions" title={t('questions.title')}>
      <div className="divide-y divide-line border-y border-line">
        {questions.map((question) => (
          <details key={question} className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
              {t(`questions.${question}.q`)}
              <ChevronDown
                className="size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-180"
                aria-hidden
              />
            </summary>
            <p className="max-w-[42em] pb-5 text-ink-soft">
              {t(`questions.${question}.a`, { days: environment().guestDays })}
            </p>
          </details>
        ))}
      </div>
    </Section>
  );
}

/** A part of Home that the address can name. */
function Section({
  id,
  title,
  text,
  children,
}: {
  id?: string;
  title: ReactNode;
  text?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="scroll-mt-4 gap-x-12 border-t border-line py-14 xl:grid xl:grid-cols-[19rem_1fr]"
    >
      <div>
        <h2 id={heading} className="text-head">
          {title}
        </h2>
        {text !== undefined && <p className="mt-2 max-w-[42em] text-ink-soft">{text}</p>}
      </div>
      <div className="mt-7 min-w-0 xl:mt-1">{children}</div>
    </section>
  );
}
