import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { IconButton } from '#shell/ui/button.tsx';
import { Input } from '#shell/ui/input.tsx';

const pauseMs = 300;

/** Searches while one types; the address keeps what was looked for. */
export function SearchBox({ query }: { query: string }) {
  const { t } = useTranslation('community');
  const [, setParams] = useSearchParams();
  const [text, setText] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  // Going back brings another search, or none.
  const [shown, setShown] = useState(query);
  if (shown !== query) {
    setShown(query);
    if (query !== text.trim()) setText(query);
  }
  useEffect(() => {
    if (text.trim() === query) return;
    const timer = setTimeout(() => {
      setParams(
        (params) => {
          if (text.trim() === '') params.delete('q');
          else params.set('q', text.trim());
          params.delete('sort');
          return params;
        },
        { replace: query !== '', state: { stays: true } },
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, query, setParams]);

  return (
    <form
      role="search"
      className="relative min-w-0 flex-1 basis-full sm:basis-0"
      onSubmit={(event) => event.preventDefault()}
    >
      <Search className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" aria-hidden />
      <Input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        className="pr-11 pl-10 [&::-webkit-search-cancel-button]:hidden"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text !== '' && (
        <IconButton
          label={t('search.clear')}
          icon={<X className="size-4" aria-hidden />}
          className="absolute top-0 right-0"
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
        />
      )}
    </form>
  );
}
