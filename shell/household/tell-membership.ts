/** Tells what somebody else has changed about one's households while the page is open. Loaded when there is something to tell. */
import { notify } from '../ui/notices/notice.ts';
import { readRows, type Row, writeRows } from '../data/browser-database.ts';
import { currentOf, homeName, type Membership, type Memberships } from './memberships.ts';
import { i18n } from '../text/i18n.ts';
import { queryClient } from '../data/query-client.ts';

export async function tellMembership(before: Memberships, now: Memberships): Promise<void> {
  await i18n.loadNamespaces('household');
  for (const was of before.all) {
    const is = now.all.find(({ households }) => households.id === was.households.id);
    if (is === undefined) await tellGone(was, now);
    else tellRights(was, is);
  }
}

async function tellGone(gone: Membership, now: Memberships): Promise<void> {
  const other = currentOf(now);
  const next =
    other === undefined ? i18n.t('household:gone.none') : i18n.t('household:gone.other', { name: nameOf(other) });
  notify(i18n.t('household:gone.title', { name: nameOf(gone) }), next);
  await forgetHousehold(gone.households.id);
}

function tellRights(was: Membership, is: Membership): void {
  const { role, switch_rooms: rooms } = is;
  const name = nameOf(is);
  if (was.role !== role)
    notify(i18n.t('household:changed.role', { name }), i18n.t(`household:changed.${role}`, { name }));
  else if (String(was.switch_rooms) !== String(rooms))
    notify(i18n.t('household:changed.rooms', { name }), i18n.t('household:changed.roomsText'));
}

const nameOf = ({ households, role }: Membership) => homeName(households, role === 'owner');

/** Nothing of a household stays in the browser of somebody who is not in it any more. */
async function forgetHousehold(id: string): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(id) });
  const rows = await readRows<Row & { queryKey: readonly unknown[] }>('answers').catch(() => []);
  const gone = rows.filter(({ queryKey }) => queryKey.includes(id)).map((row) => row.id);
  await writeRows('answers', [], gone).catch(() => undefined);
}
