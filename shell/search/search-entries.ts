import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { languageFacts, languageIds } from '#catalogue/index.ts';
import type { BillingRecord, ConnectedDevice } from '#supabase/tables/index.ts';
import { askTables } from '../data/tables.ts';
import { useDevices } from '../household/connected-devices.ts';
import { useFormat, useHousehold } from '../household/household.ts';
import { useRoomName } from '../household/room-name.ts';
import { signOut } from '../session/auth.ts';
import { type SessionState, useSession } from '../session/session.ts';
import { askToSignIn } from '../session/session-prompts.ts';
import { createFormat, type Format } from '../text/format.ts';
import { chooseLanguage, wordsIn } from '../text/i18n.ts';

export type SearchGroup = 'pages' | 'actions' | 'devices' | 'rooms' | 'bills' | 'answers' | 'posts';

/** Something that can be found, and where choosing it leads. */
export interface SearchEntry {
  id: string;
  group: SearchGroup;
  title: string;
  detail?: string;
  /** What else it is called, in any language. */
  words: readonly string[];
  choose: { to: string } | { run: () => void };
}

const places = {
  home: '/',
  dashboard: '/dashboard',
  billing: '/billing',
  budgets: '/billing#so-far',
  paying: '/billing/prices#paying',
  prices: '/billing/prices',
  devices: '/devices',
  connect: '/devices/connect',
  import: '/devices/import',
  elsewhere: '/devices/elsewhere',
  analytics: '/analytics',
  notices: '/notices',
  changes: '/changes',
  compare: '/compare',
  community: '/community',
  contact: '/contact',
  health: '/health',
  profile: '/profile',
  about: '/#about',
} as const;

type Named = Record<string, { title: string; words: string }>;
interface Words {
  pages: Named;
  actions: Named;
}

/** The pages, and what can be done from anywhere; found by their names in every language. */
export function usePageEntries(): SearchEntry[] {
  const { t } = useTranslation('search');
  const session = useSession();
  const navigate = useNavigate();
  const words = useWords();
  const names = (kind: keyof Words, key: string) =>
    words.flatMap((language) => [language[kind][key]?.title ?? '', language[kind][key]?.words ?? '']);
  const pages = Object.entries(places).map(([key, to]) => ({
    id: `page-${key}`,
    group: 'pages' as const,
    title: t(`pages.${key as keyof typeof places}.title`),
    words: names('pages', key),
    choose: { to },
  }));
  const action = (key: ActionKey, run: () => void): SearchEntry => ({
    id: `action-${key}`,
    group: 'actions',
    title: t(`actions.${key}.title`),
    words: names('actions', key),
    choose: { run },
  });
  const choices = languageIds.map((language) => ({
    id: `language-${language}`,
    group: 'actions' as const,
    title: t('actions.language.title', { language: languageFacts(language).name }),
    words: names('actions', 'language'),
    choose: { run: () => void chooseLanguage(language) },
  }));
  return [...pages, ...actionsOf(session, action, (to) => void navigate(to)), ...choices];
}

type ActionKey = 'signIn' | 'signUp' | 'signOut' | 'addDevice' | 'password';

function actionsOf(
  session: SessionState,
  action: (key: ActionKey, run: () => void) => SearchEntry,
  go: (to: string) => void,
): SearchEntry[] {
  if (session.status !== 'signed-in')
    return [action('signIn', () => askToSignIn('sign-in')), action('signUp', () => askToSignIn('sign-up'))];
  const own = [action('addDevice', () => go('/devices?add')), action('signOut', () => void signOut('local'))];
  return session.user.isGuest ? own : [...own, action('password', () => go('/profile#password'))];
}

function useWords(): Words[] {
  const [words, setWords] = useState<Words[]>([]);
  useEffect(() => {
    void Promise.all(languageIds.map((language) => wordsIn<Words>(language, 'search'))).then(setWords);
  }, []);
  return words;
}

const billsKept = 36;

/** What belongs to the household: devices, rooms, bills. Empty for a visitor. */
export function useHouseholdEntries(): SearchEntry[] {
  const { t } = useTranslation('search');
  const format = useFormat();
  const roomName = useRoomName();
  const devices = useDevices().data ?? [];
  const householdId = useHousehold().data?.id;
  const bills = useQuery({ ...billsQuery(householdId), enabled: householdId !== undefined }).data ?? [];
  const names = useQuery(namesQuery).data;
  const rooms = [...new Set(devices.map(({ room }) => room))].filter((room) => room !== '');
  return [
    ...devices.map((device) => ({
      id: `device-${device.id}`,
      group: 'devices' as const,
      title: device.name,
      detail: roomName(device.room),
      words: [...(names?.rooms[device.room] ?? [device.room]), ...(names?.utilities[device.utility] ?? [])],
      choose: { to: `/devices#device-${device.id}` },
    })),
    ...rooms.map((room) => ({
      id: `room-${room}`,
      group: 'rooms' as const,
      title: roomName(room),
      detail: t('roomDetail', { count: countIn(devices, room) }),
      words: names?.rooms[room] ?? [],
      choose: { to: `/devices#room-${room}` },
    })),
    ...bills.map((bill) => billEntry(bill, format, t('billDetail'))),
  ];
}

function countIn(devices: readonly ConnectedDevice[], room: string): number {
  return devices.filter((device) => device.room === room).length;
}

function billEntry(bill: BillingRecord, format: Format, label: string): SearchEntry {
  const begin = new Date(`${bill.period_start}T12:00:00Z`);
  const months = languageIds.map((language) =>
    createFormat(language, { country: null, currency: bill.currency, units: 'metric', timeZone: 'UTC' }).month(begin),
  );
  return {
    id: `bill-${bill.id}`,
    group: 'bills',
    title: format.month(begin),
    detail: `${label} · ${format.money(bill.total_amount)}`,
    words: [...months, label, bill.period_start, String(bill.total_amount)],
    choose: { to: `/billing#bill-${bill.id}` },
  };
}

function billsQuery(householdId: string | undefined) {
  return queryOptions({
    queryKey: ['search', 'bills', householdId ?? null],
    queryFn: () =>
      householdId === undefined
        ? []
        : askTables<BillingRecord[]>((tables) =>
            tables
              .from('billing_records')
              .select()
              .eq('household_id', householdId)
              .order('period_start', { ascending: false })
              .limit(billsKept),
          ),
  });
}

interface Names {
  rooms: Record<string, string[]>;
  utilities: Record<string, string[]>;
}

/** What each known room and utility is called in every language. */
const namesQuery = queryOptions({
  queryKey: ['search', 'names'],
  queryFn: async (): Promise<Names> => {
    const rooms = await Promise.all(languageIds.map((language) => wordsIn<Record<string, string>>(language, 'rooms')));
    const words = await Promise.all(
      languageIds.map((language) => wordsIn<{ utilities: Record<string, string> }>(language, 'search')),
    );
    return { rooms: gather(rooms), utilities: gather(words.map(({ utilities }) => utilities)) };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** `[{ kitchen: 'Kitchen' }, { kitchen: 'Cocina' }]` → `{ kitchen: ['Kitchen', 'Cocina'] }`. */
function gather(catalogues: readonly Record<string, string>[]): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const catalogue of catalogues)
    for (const [key, name] of Object.entries(catalogue)) names[key] = [...(names[key] ?? []), name];
  return names;
}
