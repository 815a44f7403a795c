import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { contactBody, faqRequestBody } from '../../contract/contact-bodies.ts';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '#shell/data/query-client.ts';
import { startSession } from '#shell/session/arrival.ts';
import { asha, storeSession } from '#apps/web/testing/auth-answers.ts';
import { setConfig } from '#apps/web/testing/config.ts';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { ContactPage } from './contact-page.tsx';

const entries = [
  { key: 'what', category: 'basics', question: 'What is it for?', answer: 'Water and power, room by room.' },
  { key: 'shelly', category: 'hardware', question: 'Which hardware works?', answer: 'Shelly, Tasmota and meters.' },
];

let sent: unknown[] = [];
/** What the service answers to the next message. */
let answerTo: () => Response;
beforeEach(() => {
  sent = [];
  sessionStorage.clear();
  answerTo = () => HttpResponse.json({ reference: 'K7Q2', confirmation: 'coming' }, { status: 202 });
});

async function show(
  path = '/contact',
  language: 'en' | 'hi' = 'en',
  faq: () => Response = () => HttpResponse.json({ entries }),
) {
  history.replaceState(null, '', path);
  server.use(
    http.get('*/api/v1/faq', faq),
    http.post('*/api/v1/contact', async ({ request }) => {
      sent.push(await request.json());
      return answerTo();
    }),
    http.post('*/api/v1/faq-requests', async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await startSession();
  return renderPart(
    <QueryClientProvider client={createQueryClient()}>
      <ContactPage />
    </QueryClientProvider>,
    language,
  );
}

type User = Awaited<ReturnType<typeof show>>['user'];

async function write(user: User): Promise<void> {
  await user.type(screen.getByLabelText('Your name'), 'Ravi');
  await user.type(screen.getByLabelText('Your e-mail'), 'ravi@example.com');
  await user.type(screen.getByLabelText('Subject'), 'A meter');
  await user.type(screen.getByLabelText('Message'), 'Which one fits?');
}

const send = (user: User) => user.click(screen.getByRole('button', { name: 'Send the message' }));

test('C2.13 a message goes as the contract says, and its answer says what happens next', async () => {
  const { user } = await show();
  await write(user);
  await user.selectOptions(screen.getByLabelText('Topic'), 'Support');
  await send(user);
  expect(await screen.findByRole('heading', { name: 'Your message has arrived' })).toHaveFocus();
  expect(screen.getByText('Reference K7Q2')).toBeVisible();
  expect(screen.getByText('A short confirmation goes to ravi@example.com.')).toBeVisible();
  expect(sent).toEqual([
    {
      name: 'Ravi',
      email: 'ravi@example.com',
      topic: 'support',
      subject: 'A meter',
      message: 'Which one fits?',
      language: 'en',
    },
  ]);
  expect(contactBody.safeParse(sent[0]).success).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Write another message' }));
  expect(screen.getByLabelText('Message')).toHaveValue('');
});

test('C2.13 an installation without a mail server says that the message is kept, and promises no confirmation', async () => {
  answerTo = () => HttpResponse.json({ reference: 'K7Q3', confirmation: 'no-mail' }, { status: 202 });
  const { user } = await show();
  await write(user);
  await send(user);
  expect(await screen.findByText(/It is saved where the people who run this installation read it/)).toBeVisible();
  expect(screen.queryByText(/A short confirmation/)).not.toBeInTheDocument();
});

test('C2.13 each part that is wrong says so at its place, and nothing is sent', async () => {
  const { user } = await show();
  await user.type(screen.getByLabelText('Your e-mail'), 'ravi at home');
  await user.type(screen.getByLabelText('Telephone (optional)'), 'call me');
  await send(user);
  expect(await screen.findByText('Please write your name.')).toBeVisible();
  expect(screen.getByText('This does not look like an e-mail address.')).toBeVisible();
  expect(screen.getByText('Only digits, spaces and + ( ) - . / here, please.')).toBeVisible();
  expect(screen.getByText('Please write your message.')).toBeVisible();
  expect(screen.getByLabelText('Your name')).toHaveFocus();
  expect(screen.getByLabelText('Your e-mail')).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
});

test('C2.13 what was typed stays when it could not be sent, and through a reload', async () => {
  answerTo = () => HttpResponse.json({ code: 'rate-limited', title: 'Too many' }, { status: 429 });
  const { user, unmount } = await show();
  await write(user);
  await send(user);
  expect(await screen.findByText('Your message was not sent')).toBeVisible();
  expect(screen.getByText('Everything you typed is still here.')).toBeVisible();
  expect(screen.getByLabelText('Message')).toHaveValue('Which one fits?');
  unmount();
  await show();
  expect(screen.getByLabelText('Message')).toHaveValue('Which one fits?');
  expect(screen.getByLabelText('Your name')).toHaveValue('Ravi');
});

test('C2.13 whoever is signed in need not write who they are', async () => {
  storeSession(asha);
  server.use(http.get('*/rest/v1/faq_requests', () => HttpResponse.json([])));
  await show();
  await waitFor(() => expect(screen.getByLabelText('Your name')).toHaveValue('Asha'));
  expect(screen.getByLabelText('Your e-mail')).toHaveValue('asha@example.com');
});

test('C2.13 questions are found by a word, by category, and by their address', async () => {
  const { user, unmount } = await show();
  expect(await screen.findByText('2 questions')).toBeVisible();
  await user.type(screen.getByLabelText('Search the questions'), 'tasmota');
  expect(screen.getByText('1 question')).toBeVisible();
  expect(screen.queryByText('What is it for?')).not.toBeInTheDocument();
  unmount();
  await show('/contact#faq-what');
  expect(await screen.findByText('Water and power, room by room.')).toBeVisible();
});

test('C2.12 C2.13 what is not found can be asked for, with the words that were searched for', async () => {
  const { user } = await show();
  await user.type(await screen.findByLabelText('Search the questions'), 'heat pumps');
  expect(screen.getByText('Nothing found for “heat pumps”')).toBeVisible();
  const [, inPlace] = screen.getAllByRole('button', { name: 'Request a new FAQ' });
  if (inPlace === undefined) throw new Error('nothing to press');
  await user.click(inPlace);
  const dialog = within(await screen.findByRole('dialog', { name: 'Request a new FAQ' }));
  expect(dialog.getByLabelText('Your question')).toHaveValue('heat pumps');
  await user.click(dialog.getByRole('button', { name: 'Send the question' }));
  expect(await dialog.findByText('Your question has arrived')).toBeVisible();
  expect(sent).toEqual([{ question: 'heat pumps', language: 'en' }]);
  expect(faqRequestBody.safeParse(sent[0]).success).toBe(true);
});

test('C2.12 whoever asked sees what became of it', async () => {
  storeSession(asha);
  server.use(
    http.get('*/rest/v1/faq_requests', () =>
      HttpResponse.json([
        {
          id: 'r1',
          question: 'Is gas measured?',
          language: 'en',
          status: 'rejected',
          reason: 'Not yet.',
          faq_entries: null,
        },
        {
          id: 'r2',
          question: 'What is it?',
          language: 'en',
          status: 'approved',
          reason: null,
          faq_entries: { key: 'what' },
        },
      ]),
    ),
  );
  await show();
  expect(await screen.findByText('Is gas measured?')).toBeVisible();
  expect(screen.getByText('Not yet.')).toBeVisible();
  expect(screen.getByText('Not added')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Read the answer' })).toHaveAttribute('href', '/contact#faq-what');
});

test('C2.13 questions that do not come say so, and are asked for again', async () => {
  let isAway = true;
  const { user } = await show('/contact', 'en', () =>
    isAway ? HttpResponse.json({ code: 'not-found', title: 'gone' }, { status: 404 }) : HttpResponse.json({ entries }),
  );
  const again = await screen.findByRole('button', { name: 'Try again' });
  isAway = false;
  await user.click(again);
  expect(await screen.findByText('2 questions')).toBeVisible();
});

test('C2.6 C2.13 only what the operator has configured stands beside the form', async () => {
  setConfig({ contacts: { salesPhone: '', supportPhone: '', email: 'hello@example.com', social: [] } });
  const { unmount } = await show();
  expect(screen.getByRole('link', { name: 'hello@example.com' })).toHaveAttribute('href', 'mailto:hello@example.com');
  expect(screen.getAllByRole('definition')).toHaveLength(1);
  unmount();
  setConfig({ contacts: { salesPhone: '', supportPhone: '', email: '', social: [] } });
  await show();
  expect(screen.queryByRole('heading', { name: 'Other ways to reach us' })).not.toBeInTheDocument();
});
