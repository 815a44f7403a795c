import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FaqItem } from '../../platform/faq.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { FaqQuestion } from './faq-question.tsx';
import { findQuestions } from './find-questions.ts';

export interface FaqBrowserProps {
  items: readonly FaqItem[];
  /** The key of the question that the address names: it is open. */
  named: string | undefined;
  onAsk: (question: string) => void;
}

type Filter = FaqItem['category'] | 'all';

export function FaqBrowser({ items, named, onAsk }: FaqBrowserProps) {
  const { t } = useTranslation('contact');
  const [filter, setFilter] = useState<Filter>('all');
  const [query, setQuery] = useState('');
  const categories = [...new Set(items.map(({ category }) => category))];
  const found = findQuestions(items, query, ({ category }) => t(`categories.${category}`));
  const shown = found.filter(({ category }) => filter === 'all' || category === filter);
  const groups = categories.filter((category) => shown.some((item) => item.category === category));
  const showAll = () => {
    setFilter('all');
    setQuery('');
  };
  return (
    <>
      <div className="mb-4 space-y-3">
        <div role="search" className="relative max-w-xl">
          <Search className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" aria-hidden />
          <Input
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            aria-label={t('faq.search')}
            placeholder={t('faq.placeholder')}
            value={query}
            className="pr-12 pl-10"
            onChange={(event) => setQuery(event.target.value)}
          />
          {query !== '' && (
            <IconButton
              label={t('faq.clear')}
              icon={<X className="size-5" aria-hidden />}
              className="absolute top-0 right-0"
              onClick={() => setQuery('')}
            />
          )}
        </div>
        <ChoiceChips
          label={t('faq.categories')}
          value={filter}
          options={[
            { value: 'all', label: t('faq.all') },
            ...categories.map((category) => ({ value: category as Filter, label: t(`categories.${category}`) })),
          ]}
          onChange={setFilter}
        />
        <p role="status" className="text-small text-ink-soft">
          {t('faq.count', { count: shown.length })}
        </p>
      </div>
      {shown.length === 0 ? (
        <Card>
          <StatePanel
            kind="empty"
            title={t('faq.noneTitle', { query: query.trim() })}
            text={t('faq.noneText')}
            actions={
              <>
                <Button onClick={() => onAsk(query.trim())}>{t('faq.ask')}</Button>
                <Button look="secondary" onClick={showAll}>
                  {t('faq.reset')}
                </Button>
              </>
            }
          />
        </Card>
      ) : (
        <div className="space-y-6">
          {groups.map((category) => (
            <section key={category} aria-labelledby={`category-${category}`}>
              <h3 id={`category-${category}`} className="mb-2 text-title">
                {t(`categories.${category}`)}
              </h3>
              <div className="divide-y divide-line rounded-card border border-line bg-card px-4 sm:px-6">
                {shown
                  .filter((item) => item.category === category)
                  .map((item) => (
                    <FaqQuestion key={item.key} item={item} isNamed={item.key === named} />
                  ))}
              </div>
            </section>
          ))}
        </div>
      )}
    </>
  );
}
