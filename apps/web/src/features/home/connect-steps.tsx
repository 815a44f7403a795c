import { sendReadings } from '@wattershed/contracts/readings';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonStyle } from '../../ui/button.tsx';
import { Section } from './section.tsx';

const steps = ['device', 'token', 'send'] as const;

export function ConnectSteps() {
  const { t } = useTranslation('home');
  const request = `curl -X POST ${location.origin}${sendReadings.path} \\
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
