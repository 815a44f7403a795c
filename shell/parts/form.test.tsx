import { screen, waitFor } from '@testing-library/react';
import { endpoint } from '#catalogue/endpoint.ts';
import { z } from 'zod';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { renderPart } from '#apps/web/testing/render-app.tsx';
import { server } from '#apps/web/testing/server.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert, TextField } from '../ui/field.tsx';
import { faultsOfBody, useForm } from './form.tsx';
import { callService } from '../data/service.ts';

const makeEntry = endpoint({
  method: 'POST',
  path: '/api/v1/entries',
  who: 'person',
  summary: 'Make an entry',
  body: z.object({ name: z.string(), email: z.string() }),
});

interface Entry {
  name: string;
  email: string;
}

function EntryForm({ onChange, forgives = false }: { onChange?: (entry: Entry) => void; forgives?: boolean }) {
  const form = useForm<Entry, 'missing'>({
    values: { name: '', email: '' },
    check: ({ name, email }) => ({
      email: email === '' ? 'missing' : undefined,
      name: name === '' ? 'missing' : undefined,
    }),
    words: (fault, field) => `${field} is ${fault}`,
    send: (entry) => callService(makeEntry, { body: entry }),
    blame: { 'email-taken': 'email' },
    forgives,
    ...(onChange !== undefined && { onChange }),
  });
  return (
    <form {...form.props}>
      <TextField {...form.field('name')} label="Name" hint="As it is called" />
      <TextField {...form.field('email')} label="E-mail" />
      <FormAlert>{form.alert}</FormAlert>
      <Button onClick={() => form.set({ name: 'Pump' })}>Propose</Button>
      <Button type="submit" pending={form.isPending}>
        Save
      </Button>
    </form>
  );
}

const open = (props: Parameters<typeof EntryForm>[0] = {}) => renderPart(<EntryForm {...props} />);
const save = () => screen.getByRole('button', { name: 'Save' });
const answer = (code: string, status: number) =>
  server.use(
    http.post('*/api/v1/entries', () => HttpResponse.json({ code, detail: code, requestId: 'r' }, { status })),
  );

test('the focus is at the first fault as soon as its words are there', async () => {
  const { user } = await open();
  const focused: (string | null)[] = [];
  const watcher = new MutationObserver(() => {
    if (screen.queryByText('name is missing') !== null)
      focused.push(document.activeElement?.getAttribute('name') ?? null);
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  await user.click(save());
  await screen.findByText('name is missing');
  watcher.disconnect();
  expect(focused[0]).toBe('name');
});

test('each fault stands at its field, and the first field on the page gets the focus', async () => {
  const { user } = await open();
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('As it is called');
  await user.click(save());
  expect(await screen.findByText('name is missing')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('name is missing');
  expect(screen.getByLabelText('E-mail')).toBeInvalid();
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());

  await user.keyboard('Pump');
  expect(screen.getByText('name is missing')).toBeVisible();
  await user.click(save());
  await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveFocus());
  expect(screen.queryByText('name is missing')).toBeNull();
});

test('a forgiving form takes a fault away as one types', async () => {
  const { user } = await open({ forgives: true });
  await user.click(save());
  await screen.findByText('name is missing');
  await user.type(screen.getByLabelText('Name'), 'P');
  expect(screen.queryByText('name is missing')).toBeNull();
  expect(screen.getByText('email is missing')).toBeVisible();
});

test('the service’s fault lands at its field, any other below them', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText('Name'), 'Pump');
  await user.type(screen.getByLabelText('E-mail'), 'asha@example.org');
  answer('email-taken', 409);
  await user.click(save());
  await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveFocus());
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription(/account with this e-mail/);
  expect(screen.getAllByRole('alert')).toHaveLength(1);

  answer('rate-limited', 429);
  await user.click(save());
  await waitFor(() => expect(screen.getByLabelText('E-mail')).toBeValid());
  expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
  expect(screen.getByLabelText('Name')).toHaveValue('Pump');
});

test('what is sent twice at once goes out once', async () => {
  const { user } = await open();
  await user.type(screen.getByLabelText('Name'), 'Pump');
  await user.type(screen.getByLabelText('E-mail'), 'asha@example.org');
  const sent: unknown[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  server.use(
    http.post('*/api/v1/entries', async ({ request }) => {
      sent.push(await request.json());
      await held;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const form = save().closest('form');
  form?.requestSubmit();
  form?.requestSubmit();
  await waitFor(() => expect(sent).toEqual([{ name: 'Pump', email: 'asha@example.org' }]));
  expect(save()).toBeDisabled();
  release();
  await waitFor(() => expect(save()).toBeEnabled());
  expect(sent).toHaveLength(1);
});

test('every change is told, also those by the form itself', async () => {
  const told: Entry[] = [];
  const { user } = await open({ onChange: (entry) => told.push({ ...entry }) });
  await user.type(screen.getByLabelText('E-mail'), 'a');
  await user.click(screen.getByRole('button', { name: 'Propose' }));
  expect(told).toEqual([
    { name: '', email: 'a' },
    { name: 'Pump', email: 'a' },
  ]);
  expect(screen.getByLabelText('Name')).toHaveValue('Pump');
});

test('a contract’s schema says by field what is missing, wrong or too long', async () => {
  const message = {
    name: 'Asha',
    email: 'asha@example.org',
    topic: 'support',
    subject: 'Meter',
    message: 'It is silent.',
  };
  const body = { ...message, language: 'en' };
  expect(await faultsOfBody('contactBody', body)).toEqual({});
  expect(
    await faultsOfBody('contactBody', {
      ...body,
      name: '',
      email: 'asha@example',
      phone: 'x',
      message: 'm'.repeat(5001),
    }),
  ).toEqual({ name: 'missing', email: 'invalid', phone: 'invalid', message: 'tooLong' });
});
