import { readDescriptionPage } from '#catalogue/description.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { environment } from '../data/env.ts';
import { atBase } from '../data/base.ts';

const linkStyle = 'inline-block py-1.5 hover:text-leaf hover:underline';

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
      // Whose work is in the pages: made when they are built.
      { key: 'licence', href: '/licences.txt' },
    ],
  },
] as const;

/** Where everything is, for whoever looks below a page. */
export function FooterLinks() {
  const { t } = useTranslation();
  return (
    <div id="footer-links" className="mb-8 grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-3 lg:grid-cols-5">
      {columns.map(({ title, entries }) => (
        <Column key={title} title={t(`footer.${title}`)}>
          {entries.map((entry) => (
            <li key={entry.key}>
              {'href' in entry ? (
                <a href={atBase(entry.href)} className={linkStyle}>
                  {t(`footer.${entry.key}`)}
                </a>
              ) : (
                <FooterLink to={entry.to}>{t(`footer.${entry.key}`)}</FooterLink>
              )}
            </li>
          ))}
        </Column>
      ))}
      <SalesColumn />
    </div>
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

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={linkStyle}>
      {children}
    </Link>
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

type SocialName = 'mastodon' | 'github' | 'youtube' | 'linkedin' | 'x';

const shapes: Record<SocialName, ReactNode> = {
  github: (
    <path
      transform="translate(3 3) scale(1.125)"
      d="M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27s1.36.09 2 .27c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8z"
    />
  ),
  youtube: (
    <path
      fillRule="evenodd"
      d="M5 5.5h14a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zM10 9v6l5.5-3z"
    />
  ),
  x: <path d="M4 4h4.6l4.2 5.7L17.8 4h2.3l-6.3 7.2L21 20h-4.6l-4.6-6.2L6.4 20H4.1l6.7-7.6z" />,
  linkedin: (
    <path d="M5.5 4a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8zM4 9.5h3V20H4zm5 0h2.9v1.4c.5-.9 1.6-1.7 3.1-1.7 3.1 0 4 2 4 4.7V20h-3v-5.6c0-1.3-.1-2.6-1.8-2.6s-2.2 1.3-2.2 2.6V20H9z" />
  ),
  mastodon: (
    <path d="M12 3c5 0 8 1.6 8 6.2 0 4.3-.7 6.7-5 7.2-1.4.2-2.7.2-4 0v.6c0 1.3 1.6 1.7 4.6 1.2l.1 2c-4.7 1-8.3 0-9.7-3C4.6 15.8 4 12.6 4 9.2 4 4.6 7 3 12 3zm-4 5v5.5h2V8.7c0-1.6 1.3-1.5 1.3.1v2.7h1.5V8.8c0-1.6 1.3-1.7 1.3-.1v4.8h2V8c0-3-3-3.2-4.1-1.2C10.9 4.8 8 5 8 8z" />
  ),
};

function SocialIcon({ name }: { name: SocialName }) {
  return (
    <svg viewBox="0 0 24 24" className="size-5 fill-current" aria-hidden="true">
      {shapes[name]}
    </svg>
  );
}

function telephone(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, '')}`;
}
