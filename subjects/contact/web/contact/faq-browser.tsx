import { ChevronDown, Link2, Search, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useArrivalRef } from '#shell/session/arrival-ref.ts';
import type { FaqItem } from '#shell/text/faq.ts';
import { fold, soundOf } from '#shell/text/fold.ts';
import { Button, IconButton } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import { Input } from '#shell/ui/field.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';

interface FaqBrowserProps {
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

/** One question; its answer unfolds. The address of the page may name it. */
function FaqQuestion({ item, isNamed }: { item: FaqItem; isNamed: boolean }) {
  const { t } = useTranslation('contact');
  const place = `faq-${item.key}`;
  const summary = useArrivalRef<HTMLElement>(place);
  return (
    <details open={isNamed} className="group">
      <summary
        id={place}
        ref={summary}
        className="flex scroll-mt-4 min-h-14 list-none items-center justify-between gap-4 rounded-control py-3 font-semibold [&::-webkit-details-marker]:hidden"
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">{item.question}</span>
        <ChevronDown
          className="size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-180"
          aria-hidden
        />
      </summary>
      <div className="max-w-[44em] pt-1 pb-4">
        <FaqAnswerText text={item.answer} />
        <Link
          to={`/contact#${place}`}
          className="mt-1 inline-flex min-h-11 items-center gap-2 text-small font-semibold text-leaf underline-offset-2 hover:underline"
        >
          <Link2 className="size-4" aria-hidden />
          {t('faq.link')}
        </Link>
      </div>
    </details>
  );
}

/** The questions that have every word of the query in them, or words that begin so; Hindi in either script. */
function findQuestions(items: readonly FaqItem[], query: string, categoryName: (item: FaqItem) => string): FaqItem[] {
  const asked = fold(query).split(' ').filter(Boolean);
  if (asked.length === 0) return [...items];
  return items.filter((item) => {
    const words = fold(`${item.question} ${item.answer} ${categoryName(item)}`).split(' ');
    return asked.every((token) => words.some((word) => word.includes(token)) || soundsLikeOne(token, words));
  });
}

/** Only typed in Latin letters for words in Devanagari: "bijli" finds बिजली. */
function soundsLikeOne(token: string, words: readonly string[]): boolean {
  const sound = soundOf(token);
  if (sound.length < 2 || !/^[a-z]+$/.test(token)) return false;
  return words.some((word) => /[\u0900-\u097f]/.test(word) && soundOf(word).startsWith(sound));
}

/** An answer as it was written: empty lines part its paragraphs, and nothing in it is markup. */
export function FaqAnswerText({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className="space-y-2 text-ink-soft">
      {paragraphs.map((paragraph, i) => (
        // Paragraphs have only their order.
        <p key={i} className="[overflow-wrap:anywhere] whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
}
