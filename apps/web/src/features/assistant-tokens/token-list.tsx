import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type TokenRow, useTokens } from './token-queries.ts';

/** What may ask in the person's name. */
export function TokenList({ onRemove }: { onRemove: (token: TokenRow) => void }) {
  const { t } = useTranslation('assistant-tokens');
  const { data: tokens, error, refetch } = useTokens();
  if (error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (tokens === undefined) return <Skeleton className="h-14" />;
  if (tokens.length === 0) return <p className="text-ink-soft">{t('none')}</p>;
  return (
    <ul className="border-t border-line" aria-label={t('list')}>
      {tokens.map((token) => (
        <TokenLine key={token.id} token={token} onRemove={() => onRemove(token)} />
      ))}
    </ul>
  );
}

function TokenLine({ token, onRemove }: { token: TokenRow; onRemove: () => void }) {
  const { t } = useTranslation('assistant-tokens');
  const format = useFormat();
  const name = token.name === '' ? t('unnamed') : token.name;
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2.5">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {name} <code className="ml-1 text-small font-normal text-ink-soft">…{token.hint}</code>
        </p>
        <p className="text-small text-ink-soft">
          {token.last_used_at === null
            ? t('unused')
            : t('used', { date: format.dateTime(Date.parse(token.last_used_at)) })}
        </p>
      </div>
      <Button look="quiet" size="small" aria-label={t('removeNamed', { name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  );
}
