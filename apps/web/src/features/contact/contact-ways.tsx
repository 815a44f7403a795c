import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '../../platform/env.ts';
import { Card } from '../../ui/card.tsx';

const networks = { mastodon: 'Mastodon', github: 'GitHub', youtube: 'YouTube', linkedin: 'LinkedIn', x: 'X' } as const;

/** What the operator has configured: telephones, address, networks. */
export function ContactWays() {
  const { t } = useTranslation('contact');
  const { salesPhone, supportPhone, email, social } = environment().contacts;
  if (salesPhone === '' && supportPhone === '' && email === '' && social.length === 0) return null;
  return (
    <Card title={t('ways.title')}>
      <dl className="grid gap-x-6 gap-y-2 sm:max-lg:grid-cols-2">
        {salesPhone !== '' && <Way name={t('ways.sales')} links={[[telephone(salesPhone), salesPhone]]} />}
        {supportPhone !== '' && <Way name={t('ways.support')} links={[[telephone(supportPhone), supportPhone]]} />}
        {email !== '' && <Way name={t('ways.email')} links={[[`mailto:${email}`, email]]} />}
        {social.length > 0 && (
          <Way name={t('ways.social')} links={social.map(({ name, url }) => [url, networks[name]] as const)} />
        )}
      </dl>
    </Card>
  );
}

function Way({ name, links }: { name: ReactNode; links: readonly (readonly [href: string, text: string])[] }) {
  return (
    <div>
      <dt className="text-small text-ink-soft">{name}</dt>
      {links.map(([href, text]) => (
        <dd key={href}>
          <a
            href={href}
            rel="noreferrer"
            className="figures inline-flex min-h-11 max-w-full items-center font-semibold break-words text-leaf underline-offset-2 hover:underline"
          >
            {text}
          </a>
        </dd>
      ))}
    </div>
  );
}

function telephone(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, '')}`;
}
