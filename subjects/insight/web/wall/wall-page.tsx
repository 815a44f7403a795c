/** A view for a wall: this bill, now, today and notices in large type. Black on white, patterns instead of colours; nothing moves. */
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { homeName } from '#shell/household/memberships.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { createFormat, type Format } from '#shell/text/format.ts';
import { chosenLanguage, showInLanguage, useLanguage } from '#shell/text/i18n.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import type { WallAnswer } from '../../contract/wall.ts';
import { useLitScreen, useWall } from './use-wall.ts';
import { WallBill } from './wall-bill.tsx';
import { WallFlows } from './wall-flows.tsx';
import { WallNotices } from './wall-notices.tsx';

export function WallPage() {
  const { t } = useTranslation(['wall', 'notice-texts', 'rooms']);
  const { hash, search } = useLocation();
  const token = hash.slice(1);
  const isPaper = new URLSearchParams(search).get('screen') === 'paper' || matchMedia('(update: slow)').matches;
  useLitScreen();
  useDocumentTitle(t('title'));
  return (
    // So large that it fills the screen, and fits it: on its side and upright.
    <div
      id="wall"
      className="flex min-h-dvh flex-col bg-white text-[clamp(0.9375rem,min(2.4vw,4vh),4rem)] leading-[1.3] text-[black] lang-hi:leading-[1.4] portrait:text-[clamp(0.9375rem,min(4.4vw,2.1vh),4rem)]"
    >
      {token === '' ? (
        <Word title={t('noLink.title')} text={t('noLink.text')} />
      ) : (
        <View token={token} isPaper={isPaper} />
      )}
    </div>
  );
}

function View({ token, isPaper }: { token: string; isPaper: boolean }) {
  const { t } = useTranslation('wall');
  const { t: shell } = useTranslation();
  const { answer, isOld, isAsked, hasEnded } = useWall(token, isPaper);
  const language = answer?.home.language;
  useEffect(() => {
    // Neither the address nor this browser says another.
    if (language !== undefined && chosenLanguage() === undefined) void showInLanguage(language);
  }, [language]);
  if (hasEnded) return <Word title={t('ended.title')} text={t('ended.text')} />;
  if (answer !== undefined) return <Shown answer={answer} isOld={isOld} />;
  return isAsked ? (
    <Word title={t('waiting.title')} text={t('waiting.text')} />
  ) : (
    <Word title={shell('loading')} text="" />
  );
}

/** In place of figures: why there are none. */
function Word({ title, text }: { title: string; text: string }) {
  return (
    <main className="flex flex-1 flex-col items-center justify-center p-[1.5em] text-center">
      <div role="status" className="space-y-[0.5em]">
        <h1 className="text-[2em] leading-tight font-[650]">{title}</h1>
        <p>{text}</p>
      </div>
    </main>
  );
}

function Shown({ answer, isOld }: { answer: WallAnswer; isOld: boolean }) {
  const language = useLanguage();
  const { home, bill } = answer;
  const { country, currency, units, timeZone } = home;
  const billed = bill.currency ?? currency;
  const format = useMemo(
    () => createFormat(language, { country, units, timeZone, currency: billed }),
    [language, country, units, timeZone, billed],
  );
  return (
    <>
      <Head answer={answer} isOld={isOld} format={format} />
      <main className="grid flex-1 content-evenly gap-x-[2em] gap-y-[0.8em] px-[1.2em] py-[0.6em] landscape:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] landscape:content-stretch landscape:items-center">
        <WallBill bill={bill} format={format} />
        <WallFlows answer={answer} isOld={isOld} format={format} />
      </main>
      <WallNotices notices={answer.notices} isHeard={!isOld && isHeard(answer)} format={format} />
    </>
  );
}

/** Every utility tells what flows: of a home that is not heard nobody says that all is well. */
const isHeard = ({ utilities }: WallAnswer): boolean =>
  utilities.length > 0 && utilities.every(({ state }) => state === 'now');

/** Whose figures these are, of which day, and how old. */
function Head({ answer: { home, at, origin }, isOld, format }: { answer: WallAnswer; isOld: boolean; format: Format }) {
  const { t } = useTranslation('wall');
  const heard = Date.parse(at);
  const isOfToday = localDayOf(heard, home.timeZone) === localDayOf(useNow(60_000), home.timeZone);
  const time = isOfToday ? format.time(heard) : format.dateTime(heard);
  const name = homeName(home, true);
  return (
    <header className="flex items-center justify-between gap-[1em] border-b-2 border-current px-[1.2em] py-[0.4em]">
      <h1 className="truncate text-[1.15em] font-[650]">
        {name}
        {origin === 'simulated' && <span className="ml-[0.6em] text-[0.85em] font-normal">{t('simulated')}</span>}
      </h1>
      <p className="figures flex shrink-0 items-center gap-[0.8em]">
        {!isOld && <span className="portrait:hidden">{format.day(heard)}</span>}
        {isOld ? (
          <strong className="bg-[black] px-[0.5em] py-[0.15em] text-white" role="status">
            {t('old', { time })}
          </strong>
        ) : (
          <span>{t('asOf', { time })}</span>
        )}
      </p>
    </header>
  );
}
