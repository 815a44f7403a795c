import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../platform/document-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AskedQuestions } from './asked-questions.tsx';
import { ContactCard } from './contact-card.tsx';
import { ContactWays } from './contact-ways.tsx';
import { FaqSection } from './faq-section.tsx';

export function ContactPage() {
  const { t } = useTranslation(['contact', 'errors']);
  useDocumentTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ContactCard />
        <ContactWays />
      </div>
      <FaqSection />
      <AskedQuestions />
    </>
  );
}
