import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { noticeStore } from '#shell/ui/notices/notice.ts';
import { CommunityPage } from './community-page.tsx';
import { answerCommunity, post, reply } from './testing.ts';

beforeEach(() => queryClient.clear());

const guest = { id: '5b1e6f0a-0000-4000-8000-000000000009', email: 'g@guest.wattershed.invalid', displayName: '' };

/** Known as one for the rest of the page's life, so nobody else has this id. */
const team = { ...asha, id: '5b1e6f0a-0000-4000-8000-000000000008', displayName: 'Team' };
const people = { guest, team, member: asha };

async function open(address: string, who: 'visitor' | keyof typeof people = 'member') {
  history.replaceState(null, '', address);
  if (who !== 'visitor') storeSession(people[who]);
  await startSession();
  return renderPart(
    <QueryClientProvider client={queryClient}>
      <CommunityPage />
    </QueryClientProvider>,
  );
}

const notices = () => noticeStore.read().map(({ title, tone }) => ({ title, tone }));

test('C2.14 a visitor reads everything, and is asked to sign in before writing', async () => {
  answerCommunity({ posts: [post('1', 'Leaking tap', { likeCount: 2, replyCount: 3 })] });
  const { user } = await open('/community', 'visitor');
  const row = (await screen.findByRole('link', { name: 'Leaking tap' })).closest('li') as HTMLElement;
  expect(within(row).getByText('2 likes')).toBeInTheDocument();
  expect(within(row).getByText('3 replies')).toBeInTheDocument();
  expect(within(row).getByText('Bruno')).toBeVisible();
  expect(screen.getByText('Sign in to write, reply and like.')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Leaking tap' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Leaking tap' })).toBeVisible();
  expect((await screen.findByText('night')).tagName).toBe('STRONG');
  expect(screen.queryByLabelText('Your reply')).not.toBeInTheDocument();
  expect(location.search).toBe('?post=1');
});

test('C2.14 a guest is told to keep the account first', async () => {
  answerCommunity();
  await open('/community?write=discussion', 'guest');
  expect(await screen.findByText(/Keep this account with your e-mail address/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Keep the account' })).toHaveAttribute('href', '/profile');
  expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();
});

test('C2.14 each part has an address of its own, and says so while it is empty', async () => {
  answerCommunity();
  const { user } = await open('/community?part=announcements');
  expect(await screen.findByText('No announcement yet')).toBeVisible();
  for (const [name, empty, part] of [
    ['Discussions', 'No discussion yet', 'discussions'],
    ['Trending', 'Nothing is trending right now', 'trending'],
    ['Events', 'No upcoming event', 'events'],
    ['Resources', 'No resource yet', 'resources'],
  ] as const) {
    await user.click(screen.getByRole('link', { name }));
    expect(await screen.findByText(empty)).toBeVisible();
    expect(location.search).toBe(`?part=${part}`);
    expect(screen.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
});

test('C2.14 a discussion is written, previewed, kept as a draft, checked and published', async () => {
  const community = answerCommunity();
  const { user, unmount } = await open('/community?write=discussion');
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  expect(screen.getByText('Give it a title.')).toBeVisible();
  expect(screen.getByText('Write something first.')).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveFocus();
  await user.type(screen.getByLabelText('Title'), 'Timer for the geyser');
  await user.type(screen.getByLabelText('Text'), 'It **saves** a third.');
  await user.click(screen.getByRole('radio', { name: 'Preview' }));
  expect((await within(screen.getByRole('region', { name: 'Preview' })).findByText('saves')).tagName).toBe('STRONG');
  unmount();

  await open('/community?write=discussion');
  expect(await screen.findByLabelText('Title')).toHaveValue('Timer for the geyser');
  community.posts = [post('77', 'Timer for the geyser', { mine: true })];
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Timer for the geyser' })).toBeVisible();
  expect(community.writes).toEqual([
    {
      method: 'POST',
      path: 'posts',
      body: {
        kind: 'discussion',
        language: 'en',
        title: 'Timer for the geyser',
        body: 'It **saves** a third.',
        link: null,
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    },
  ]);
  expect(Object.keys(localStorage).filter((key) => key.includes('draft') && localStorage.getItem(key) !== '')).toEqual(
    [],
  );
});

test('C2.14 a resource needs a link that is one', async () => {
  const community = answerCommunity();
  const { user } = await open('/community?write=resource');
  await user.type(await screen.findByLabelText('Title'), 'Guide');
  await user.type(screen.getByLabelText('Link'), 'javascript:alert(1)');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(screen.getByText(/must be an address that begins with/)).toBeVisible();
  expect(community.writes).toEqual([]);
});

test('C2.14 a like shows at once, and is taken back when it is refused', async () => {
  const community = answerCommunity({ posts: [post('1', 'Leaking tap', { likeCount: 6 })] });
  const { user } = await open('/community?post=1');
  await user.click(await screen.findByRole('button', { name: 'Like, 6 likes' }));
  expect(await screen.findByRole('button', { name: 'Like, 8 likes' })).toHaveAttribute('aria-pressed', 'true');
  expect(community.writes).toEqual([{ method: 'PUT', path: 'posts/1/like', body: { liked: true } }]);
  server.use(
    http.put('*/api/v1/community/posts/1/like', () =>
      HttpResponse.json({ code: 'rate-limited', detail: '', requestId: '' }, { status: 429 }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Like, 8 likes' }));
  await waitFor(() => expect(notices()).toContainEqual({ title: 'Your like was not saved', tone: 'alert' }));
  expect(screen.getByRole('button', { name: 'Like, 8 likes' })).toHaveAttribute('aria-pressed', 'true');
});

test('C2.14 one’s own post is edited in its place and deleted after a question that says what stays', async () => {
  const community = answerCommunity({
    posts: [post('1', 'Leaking tap', { mine: true, replyCount: 2 })],
    replies: [reply('5', 'Mine too'), reply('6', 'And mine')],
  });
  const { user } = await open('/community?post=1');
  expect(await screen.findByText('Mine too')).toBeVisible();
  // The two replies of others can be liked, one's own post cannot.
  expect(screen.getAllByRole('button', { name: 'Like, 0 likes' })).toHaveLength(2);
  const more = () => screen.getByRole('button', { name: 'More about this post' });
  await user.click(more());
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const title = await screen.findByLabelText('Title');
  await user.clear(title);
  await user.type(title, 'Mended tap');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(community.writes[0]).toMatchObject({ method: 'PATCH', path: 'posts/1' }));
  expect(community.writes[0]?.body).toMatchObject({ title: 'Mended tap' });

  await waitFor(() => expect(screen.queryByLabelText('Title')).not.toBeInTheDocument());
  await user.click(more());
  expect(screen.queryByRole('menuitem', { name: 'Report' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete this post?' }));
  expect(dialog.getByText(/2 replies stay readable at its address/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(community.writes.at(-1)).toMatchObject({ method: 'DELETE', path: 'posts/1' }));
});

test('C2.14 a reply is sent; a post and a reply are reported', async () => {
  const community = answerCommunity({ posts: [post('1', 'Leaking tap')], replies: [] });
  const { user } = await open('/community?post=1');
  expect(await screen.findByText('No reply yet. Yours could be the first.')).toBeVisible();
  await user.type(screen.getByLabelText('Your reply'), 'Mine too');
  community.replies = [reply('77', 'Mine too', { mine: true })];
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  expect(await screen.findByRole('article', { name: 'Reply by Bruno' })).toHaveTextContent('Mine too');
  expect(screen.getByLabelText('Your reply')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'More about this post' }));
  await user.click(screen.getByRole('menuitem', { name: 'Report' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Report this' }));
  await user.click(dialog.getByRole('radio', { name: 'Unkind or hurtful' }));
  await user.type(dialog.getByLabelText('In your words (optional)'), 'Harsh');
  await user.click(dialog.getByRole('button', { name: 'Send the report' }));
  await waitFor(() =>
    expect(community.writes.at(-1)).toEqual({
      method: 'POST',
      path: 'posts/1/reports',
      body: { reason: 'unkind', text: 'Harsh' },
    }),
  );
});

test('C2.14 what is new is told, not pushed in; counts follow by themselves', async () => {
  const community = answerCommunity({ posts: [post('1', 'Leaking tap')] });
  const { user } = await open('/community');
  const row = (await screen.findByRole('link', { name: 'Leaking tap' })).closest('li') as HTMLElement;
  await waitFor(() => {
    community.tell([{ id: '1', kind: 'discussion', shown: true, replyCount: 4, likeCount: 9 }]);
    expect(within(row).getByText('9 likes')).toBeInTheDocument();
  });
  community.posts = [post('3', 'Youngest of all'), post('2', 'Newer'), ...community.posts];
  community.tell([
    { id: '2', kind: 'discussion', shown: true, replyCount: 0, likeCount: 0 },
    { id: '3', kind: 'discussion', shown: true, replyCount: 0, likeCount: 0 },
    { id: '4', kind: 'resource', shown: true, replyCount: 0, likeCount: 0 },
  ]);
  const pill = await screen.findByRole('button', { name: '2 new discussions' });
  expect(screen.queryByText('Youngest of all')).not.toBeInTheDocument();
  await user.click(pill);
  expect(await screen.findByRole('link', { name: 'Youngest of all' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: /new discussion/ })).not.toBeInTheDocument();
  community.tell([{ id: '2', kind: 'discussion', shown: false, replyCount: 0, likeCount: 0 }]);
  expect(await screen.findByText('This post is no longer shown.')).toBeVisible();
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(2);
});

test('C2.14 a list that was shown has been looked at; where nothing was unread, nothing is written', async () => {
  const community = answerCommunity({ posts: [post('7', 'Leaking tap'), post('5', 'Older')], hasUnread: true });
  const { unmount } = await open('/community');
  await screen.findByRole('link', { name: 'Leaking tap' });
  await waitFor(() => expect(community).toMatchObject({ seen: 7, hasUnread: false }));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  unmount();
  community.posts = [post('8', 'One’s own', { mine: true }), ...community.posts];
  queryClient.clear();
  await open('/community');
  await screen.findByRole('link', { name: 'One’s own' });
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0));
  expect(community.seen).toBe(7);
});

test('C2.5 C2.14 a search keeps its words in the address, and says when nothing is found', async () => {
  answerCommunity({ posts: [post('1', 'Leaking tap'), post('2', 'Geyser timer')] });
  const { user } = await open('/community', 'visitor');
  const box = await screen.findByRole('searchbox', { name: 'Search the community' });
  await user.type(box, 'geyser');
  expect(await screen.findByText('1 post found')).toBeVisible();
  expect(new URLSearchParams(location.search).get('q')).toBe('geyser');
  await user.type(screen.getByRole('searchbox'), 'xx');
  expect(await screen.findByText('Nothing found for “geyserxx”')).toBeVisible();
});

test('C2.14 an administrator hides with a reason and settles reports; others are refused', async () => {
  const community = answerCommunity({ posts: [post('1', 'Cheap lamps')], isAdministrator: true });
  server.use(
    http.get('*/api/v1/community/queue', () =>
      HttpResponse.json({
        items: [
          {
            postId: '1',
            replyId: null,
            title: 'Cheap lamps',
            excerpt: 'Buy',
            authorName: null,
            createdAt: new Date().toISOString(),
            hiddenAt: null,
            hiddenWhy: null,
            reports: [{ reason: 'spam', text: 'An advert', at: new Date().toISOString() }],
          },
        ],
      }),
    ),
  );
  const { user } = await open('/community?reports', 'team');
  expect(await screen.findByText('An advert')).toBeVisible();
  expect(screen.getByText('A former member')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hide …' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Hide this?' }));
  await user.type(dialog.getByLabelText('Reason, for the author'), 'No adverts');
  await user.click(dialog.getByRole('button', { name: 'Hide' }));
  await waitFor(() =>
    expect(community.writes).toEqual([
      { method: 'POST', path: 'posts/1/moderation', body: { act: 'hide', why: 'No adverts' } },
    ]),
  );
});

test('C2.14 a visitor finds no reports; a post that is not there says so', async () => {
  answerCommunity();
  const { unmount } = await open('/community?reports', 'visitor');
  expect(await screen.findByText('Access denied')).toBeVisible();
  unmount();
  await open('/community?post=9', 'visitor');
  expect(await screen.findByRole('heading', { level: 1, name: 'This post is not here' })).toBeVisible();
});

test('C2.14 who presses before it is known who they are is let through once it is', async () => {
  answerCommunity();
  history.replaceState(null, '', '/community?part=discussions');
  storeSession(asha);
  const { user } = await renderPart(
    <QueryClientProvider client={queryClient}>
      <CommunityPage />
    </QueryClientProvider>,
  );
  const [button] = await screen.findAllByRole('button', { name: 'Start a discussion' });
  await user.click(button as HTMLElement);
  expect(location.search).toBe('?part=discussions');
  await startSession();
  expect(await screen.findByLabelText('Title')).toBeVisible();
});
