import type { FastifyInstance } from 'fastify';
import postgres from 'postgres';
import type { EmbeddedBackend } from '../backend/index.ts';

interface AdminDeps extends Pick<EmbeddedBackend, 'upgradeGuest' | 'ownerUrl'> {
  serviceKey: string;
}

interface OfUser {
  Params: { id: string };
  Body: { email: string; password: string };
}

const refusals: Record<string, [number, string]> = {
  'email-taken': [422, 'email_exists'],
  'password-weak': [422, 'weak_password'],
};

/** The part of the auth server's admin interface that the product calls with the service key. */
export function adminRoutes(app: FastifyInstance, { serviceKey, upgradeGuest, ownerUrl }: AdminDeps): void {
  const path = '/auth/v1/admin/users/:id';
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/auth/v1/admin/')) return;
    if (request.headers.authorization === `Bearer ${serviceKey}` && request.headers.apikey === serviceKey) return;
    await reply.code(401).send({ code: 401, error_code: 'no_authorization', msg: 'This needs the service key' });
  });
  const userOf = async (id: string): Promise<object | undefined> => {
    const sql = postgres(ownerUrl, { max: 1 });
    const [user] = await sql`select id, email, is_anonymous from auth.users where id = ${id}`;
    await sql.end();
    return user;
  };
  /** As Supabase's auth server does at a new password (`UpdatePassword` in `internal/models/user.go`): an administrator has no session to keep. */
  const endSessions = async (id: string): Promise<void> => {
    const sql = postgres(ownerUrl, { max: 1 });
    await sql`delete from auth.refresh_tokens where user_id = ${id}`;
    await sql`delete from auth.sessions where user_id = ${id}`;
    await sql.end();
  };
  app.get<OfUser>(path, async (request, reply) => {
    const user = await userOf(request.params.id);
    return user ?? reply.code(404).send({ code: 404, error_code: 'user_not_found', msg: 'User not found' });
  });
  app.put<OfUser>(path, async (request, reply) => {
    const { email, password } = request.body;
    const result = await upgradeGuest(request.params.id, email, password);
    if (result.ok) {
      await endSessions(request.params.id);
      return userOf(request.params.id);
    }
    const [code, error] = refusals[result.code] ?? [400, 'validation_failed'];
    return reply.code(code).send({ code, error_code: error, msg: result.code });
  });
}
