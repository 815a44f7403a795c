import { readDescriptionPage } from '@wattershed/contracts/description';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { environment } from '../../platform/env.ts';
import { SocialIcon } from './social-icon.tsx';

const year = new Date().getFullYear();
const linkStyle = 'inline-block py-1.5 hover:text-leaf hover:underline';

/** An entry without a target is plain text. */
const columns = [
  {
    title: 'apps',
    entries: [
      { key: 'webApp', to: '/' },
      { key: 'dashboard', to: '/dashboard' },
      { key: 'billing', to: '/billing' },
      { key: 'devices', to: '/devices' },
      { key: 'analytics', to: '/analytics' },
      { key: 'api', href: readDescriptionPage.path },
    ],
  },
  {
    title: 'learn',
    entries: [
      { key: 'how', to: '/#connect' },
      { key: 'facts', to: '/#facts' },
      { key: 'questions', to: '/contact#questions' },
    ],
  },
  {
    title: 'community',
    entries: [
      { key: 'announcements', to: '/community?part=announcements' },
      { key: 'discussions', to: '/community?part=discussions' },
      { key: 'events', to: '/community?part=events' },
      { key: 'resources', to: '/community?part=resources' },
    ],
  },
  {
    title: 'company',
    entries: [
      { key: 'about', to: '/#about' },
      { key: 'contact', to: '/contact' },
      { key: 'health', to: '/health' },
      { key: 'profile', to: '/profile' },
      { key: 'licence' },
    ],
  },
] as const;

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer aria-label={t('footer.label')} className="mt-16 border-t border-line">
      <div className="mx-auto w-full max-w-content px-4 py-10 rail:pr-beside-button rail:pl-8">
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-3 lg:grid-cols-5">
          {columns.map(({ title, entries }) => (
            <Column key={title} title={t(`footer.${title}`)}>
              {entries.map((entry) => (
                <li key={entry.key}>
                  {'href' in entry ? (
                    <a href={entry.href} className={linkStyle}>
                      {t(`footer.${entry.key}`)}
                    </a>
                  ) : 'to' in entry ? (
                    <FooterLink to={entry.to}>{t(`footer.${entry.key}`)}</FooterLink>
                  ) : (
                    <span className="inline-block py-1.5">{t(`footer.${entry.key}`)}</span>
                  )}
                </li>
              ))}
            </Column>
          ))}
          <SalesColumn />
        </div>
        <p className="mt-8 border-t border-line pt-6 text-small text-ink-soft">{t('footer.copyright', { year })}</p>
      </div>
    </footer>
  );
}

function SalesColumn() {
  const { t } = useTranslation();
  const { salesPhone, supportPhone, email, social } = environment().contacts;
  return (
    <Column title={t('footer.sales')} className="max-sm:col-span-2">
      {salesPhone !== '' && <Contact label={t('footer.salesPhone')} href={telephone(salesPhone)} text={salesPhone} />}
      {supportPhone !== '' && (
        <Contact label={t('footer.supportPhone')} href={telephone(supportPhone)} text={supportPhone} />
      )}
      {email !== '' && <Contact href={`mailto:${email}`} text={email} />}
      {social.length > 0 && (
        <li className="-ml-3 flex flex-wrap">
          {social.map(({ name, url }) => (
            <a
              key={name}
              href={url}
              rel="noreferrer"
              aria-label={t('footer.social', { name: socialNames[name] })}
              className="inline-flex size-11 items-center justify-center rounded-control hover:text-leaf"
            >
              <SocialIcon name={name} />
            </a>
          ))}
        </li>
      )}
    </Column>
  );
}

const socialNames = {
  mastodon: 'Mastodon',
  github: 'GitHub',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  x: 'X',
} as const;

function Column({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={className}>
      <h2 className="mb-2 text-small font-semibold">{title}</h2>
      <ul className="text-small text-ink-soft">{children}</ul>
    </section>
  );
}

function Contact({ label, href, text }: { label?: string; href: string; text: string }) {
  return (
    <li>
      {label !== undefined && <span>{label}: </span>}
      <a href={href} className="figures inline-block py-1.5 break-words hover:text-leaf hover:underline">
        {text}
      </a>
    </li>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={linkStyle}>
      {children}
    </Link>
  );
}

function telephone(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, '')}`;
}
