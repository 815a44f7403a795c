import { createContext, use } from 'react';
import { Link } from 'react-router';
import { useLanguage } from '../../platform/use-language.ts';
import { classNames } from '../../ui/class-names.ts';
import { Markdown, type MarkdownDialect } from '../../ui/markdown.tsx';
import { AnswerTable } from './answer-table.tsx';
import { inAppAddress } from './in-app-address.ts';
import { parseAnswer } from './parse-answer.ts';
import { Unverified } from './unverified.tsx';

/** Told when the reader follows a figure to its page. */
export const FollowLink = createContext<() => void>(() => undefined);

/** Nothing in an answer leads out of the app: of any other link only the words stay. */
const dialect: MarkdownDialect = {
  parse: parseAnswer,
  link: (address, words) => {
    if (address === '#unverified') return <Unverified>{words}</Unverified>;
    const to = inAppAddress(address);
    return to === undefined ? words : <PageLink to={to}>{words}</PageLink>;
  },
  table: (rows, sides) => <AnswerTable rows={rows} sides={sides} />,
};

/** An answer's Markdown: figures lead to our pages, the ones that nothing confirms are marked. */
export function AnswerText({ text }: { text: string }) {
  return <Markdown text={text} lang={useLanguage()} dialect={dialect} />;
}

/** `quiet`: it stands on a line of its own, not within a text. */
export function PageLink({ to, quiet = false, children }: { to: string; quiet?: boolean; children: string }) {
  const follow = use(FollowLink);
  return (
    <Link
      to={to}
      onClick={follow}
      className={classNames(
        'text-leaf underline decoration-leaf/35 underline-offset-[3px] figures hover:decoration-leaf',
        !quiet && 'font-semibold',
      )}
    >
      {children}
    </Link>
  );
}
