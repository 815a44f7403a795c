import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { ChoiceChips } from '#shell/ui/radio-options.tsx';
import type { TokenOfPerson } from '../contract/household.ts';

export type TokensFate = 'end' | 'keep';

interface TokensChoiceProps {
  tokens: readonly TokenOfPerson[];
  /** What is said of them first. */
  text: string;
  keepLabel: string;
  /** What follows from either. */
  hints: Readonly<Record<TokensFate, string>>;
  value: TokensFate;
  onChange: (value: TokensFate) => void;
}

/** What becomes of the tokens that somebody made when they leave: which hardware falls silent, or goes on in the home's hands. */
export function TokensChoice({ tokens, text, keepLabel, hints, value, onChange }: TokensChoiceProps) {
  const { t } = useTranslation('household');
  const format = useFormat();
  const now = useNow(60_000);
  const count = tokens.length;
  const lastUse = (usedAt: string | null) =>
    usedAt === null ? t('remove.neverUsed') : t('remove.used', { ago: format.ago(Date.parse(usedAt), now) });
  return (
    <div className="mt-4 space-y-3">
      <p>{text}</p>
      <ul className="list-disc space-y-1 pl-5" aria-label={t('tokens', { count })}>
        {tokens.map(({ id, name, usedAt }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-semibold">{name}</span> <span className="text-ink-soft">{lastUse(usedAt)}</span>
          </li>
        ))}
      </ul>
      <ChoiceChips
        label={t('remove.tokensLabel')}
        value={value}
        options={[
          { value: 'end', label: t('remove.endTokens', { count }) },
          { value: 'keep', label: keepLabel },
        ]}
        onChange={onChange}
      />
      <p className="text-small text-ink-soft">{hints[value]}</p>
    </div>
  );
}
