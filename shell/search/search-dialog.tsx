import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { languageIds } from '#catalogue/index.ts';
import { searchPosts } from '#subjects/community/contract/community.ts';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { faqQuery } from '../text/faq.ts';
import { fold, soundOf } from '../text/fold.ts';
import { useOnline } from '../data/online.ts';
import { callService } from '../data/service.ts';
import { useLanguage } from '../text/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Input } from '../ui/field.tsx';
import { notify } from '../ui/notices/notice.ts';
import { ResultList } from './result-list.tsx';
import { type SearchEntry, useHouseholdEntries, usePageEntries } from './search-entries.ts';

const shownBeforeTyping = 7;
const maxShown = 30;

export interface SearchDialogProps {
  open: boolean;
  onClose: () => void;
}

export function SearchDialog({ open, onClose }: SearchDialogProps) {
  const { t } = useTranslation('search');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      closeLabel={t('close')}
      className="w-[min(40rem,calc(100vw-2rem))] sm:mt-[8vh]"
    >
      <SearchPanel onDone={onClose} />
    </Dialog>
  );
}

function SearchPanel({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<number>();
  const posts = usePostEntries(query);
  const results = [...useResults(query), ...posts.entries];

  const choose = (entry: SearchEntry) => {
    onDone();
    if ('to' in entry.choose) void navigate(entry.choose.to);
    else entry.choose.run();
  };
  const submit = () => {
    const chosen = active === undefined ? undefined : results[active];
    if (chosen !== undefined) return choose(chosen);
    if (query.trim() !== '') notify(t('initiated'), t('searchingFor', { query: query.trim() }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbour(event.key, active, results.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <>
      <form
        role="search"
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Input
          type="search"
          role="combobox"
          data-first-focus
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          aria-label={t('label')}
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : `${listId}-${active}`}
          placeholder={t('placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" icon={<Search className="size-5" aria-hidden />}>
          <span className="max-sm:sr-only">{t('submit')}</span>
        </Button>
      </form>
      <p role="status" className="mt-3 text-small text-ink-soft">
        {query.trim() !== '' && results.length > 0 && t('results', { count: results.length })}
        {query.trim() === '' && t('start')}
      </p>
      <ResultList id={listId} results={results} active={active} onChoose={choose} />
      {query.trim() !== '' && posts.state !== 'found' && (
        <p className="mt-2 text-small text-ink-soft">{t(posts.state)}</p>
      )}
      {query.trim() !== '' && results.length === 0 && posts.state !== 'searching' && (
        <div className="py-8 text-center">
          <p className="font-semibold">{t('none', { query: query.trim() })}</p>
          <p className="mt-1 text-small text-ink-soft">{t('noneText')}</p>
        </div>
      )}
      <p className="mt-3 hidden text-small text-ink-soft sm:block">{t('keys')}</p>
    </>
  );
}

/** Grouped for the eye, the groups in the order of their best result. */
function useResults(query: string): SearchEntry[] {
  const pages = usePageEntries();
  const household = useHouseholdEntries();
  const answers = useAnswerEntries();
  if (query.trim() === '') return pages.slice(0, shownBeforeTyping);
  const ranked = rankEntries(query, [...pages, ...household, ...answers]).slice(0, maxShown);
  const order = [...new Set(ranked.map(({ group }) => group))];
  return order.flatMap((group) => ranked.filter((entry) => entry.group === group));
}

/** The common questions in the person's language, found by how they are asked in any. */
function useAnswerEntries(): SearchEntry[] {
  const own = useLanguage();
  const asked = useQueries({ queries: languageIds.map((language) => faqQuery(language)) });
  const inLanguage = (language: string) => asked[languageIds.findIndex((known) => known === language)]?.data ?? [];
  const elsewhere = asked.flatMap(({ data }) => data ?? []);
  return inLanguage(own).map(({ key, question, answer }) => ({
    id: `answer-${key}`,
    group: 'answers',
    title: question,
    words: [...elsewhere.filter((item) => item.key === key).map((item) => item.question), answer],
    choose: { to: `/contact#faq-${key}` },
  }));
}

function neighbour(key: string, at: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return at === undefined ? 0 : (at + 1) % count;
  if (key === 'ArrowUp') return at === undefined ? count - 1 : (at - 1 + count) % count;
  return undefined;
}

const minSound = 2;
const weights = { title: 8, titleWord: 6, word: 4, titleSound: 3, sound: 2, inside: 1 };

/** Entries that have every word of the query, the best first; equal ones keep their order. */
export function rankEntries(query: string, entries: readonly SearchEntry[]): SearchEntry[] {
  const asked = fold(query).split(' ').filter(Boolean);
  if (asked.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(asked, entry) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** 0 when a word of the query is nowhere in the entry. */
function scoreOf(asked: readonly string[], entry: SearchEntry): number {
  const title = fold(entry.title);
  const words = [title, ...entry.words.map(fold)].join(' ').split(' ');
  const titleWords = title.split(' ');
  let sum = 0;
  for (const [index, token] of asked.entries()) {
    const score = scoreOfToken(token, index === 0 ? title : '', titleWords, words);
    if (score === 0) return 0;
    sum += score;
  }
  return sum / asked.length;
}

function scoreOfToken(token: string, title: string, titleWords: readonly string[], words: readonly string[]): number {
  if (title.startsWith(token)) return weights.title;
  if (titleWords.some((word) => word.startsWith(token))) return weights.titleWord;
  if (words.some((word) => word.startsWith(token))) return weights.word;
  const sound = soundOf(token);
  const soundsLike = (word: string) => soundOf(word).startsWith(sound);
  if (sound.length >= minSound && titleWords.some(soundsLike)) return weights.titleSound;
  if (sound.length >= minSound && words.some(soundsLike)) return weights.sound;
  return token.length > 2 && words.some((word) => word.includes(token)) ? weights.inside : 0;
}

const maxPosts = 5;
const minLetters = 2;
const pauseMs = 250;

interface FoundPosts {
  entries: SearchEntry[];
  state: 'found' | 'searching' | 'failed' | 'offline';
}

/** Posts of the community; the service finds them, once the typing pauses. */
function usePostEntries(typed: string): FoundPosts {
  const query = usePaused(typed.trim());
  const isOnline = useOnline();
  const isAsked = query.length >= minLetters;
  const posts = useQuery({
    queryKey: ['search', 'posts', query],
    queryFn: ({ signal }) => callService(searchPosts, { query: { q: query, limit: String(maxPosts) }, signal }),
    enabled: isAsked && isOnline,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (typed.trim().length < minLetters) return { entries: [], state: 'found' };
  const entries = (posts.data?.posts ?? []).map(
    ({ id, title, authorName }): SearchEntry => ({
      id: `post-${id}`,
      group: 'posts',
      title,
      ...(authorName ? { detail: authorName } : {}),
      words: [],
      choose: { to: `/community?post=${id}` },
    }),
  );
  if (!isOnline) return { entries: [], state: 'offline' };
  if (posts.isError) return { entries: [], state: 'failed' };
  return { entries, state: query !== typed.trim() || posts.isFetching ? 'searching' : 'found' };
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
