/** Reads the catalogue and names whatever breaks a rule of the schema. */
import type { Sql, Transaction } from '#kernel/db.ts';
import { localTables, referenceTables } from '#supabase/scale/lists.ts';

/** Those that hold no rows of one home alone: on every node of a Citus cluster, or on its coordinator. */
const apartTables = [...referenceTables, ...localTables]
  .filter((name) => name.startsWith('public.'))
  .map((name) => name.slice('public.'.length));

/** Rows that belong to no household and that a visitor may read, never write. */
export const readableByVisitors = ['faq_entries', 'community_posts', 'community_replies'];

/** Prices and colours of a whole country: everybody's who signed in, of whatever kind. */
export const readableBySignedIn = ['market_prices', 'market_colours'];

/** The functions that policies, defaults and checks call as the person themselves. */
const openToPeople = [
  'is_time_zone',
  'is_worker',
  'begin_request',
  'my_households',
  'my_writable_households',
  'my_owned_households',
  'my_first_household',
  'my_switching_households',
  'i_may_switch',
  'are_lines',
  'are_rooms',
  'are_texts',
  'is_administrator',
  'document_household',
  'document_room',
  'is_text',
  'is_line',
  'me',
];

/** GoTrue's 70 and Storage's 47 migrations make these; the embedded backend has some of them. */
const ofOthers =
  `audit_log_entries custom_oauth_providers flow_state identities instances mfa_amr_claims mfa_challenges mfa_factors oauth_authorizations oauth_client_states oauth_clients oauth_consents one_time_tokens refresh_tokens saml_providers saml_relay_states schema_migrations sessions sso_domains sso_providers users webauthn_challenges webauthn_credentials buckets buckets_analytics buckets_vectors iceberg_namespaces iceberg_tables migrations objects prefixes s3_multipart_uploads s3_multipart_uploads_parts vector_indexes`.split(
    ' ',
  );

const ours = `n.nspname in ('public', 'private')`;

const rules: readonly [says: string, query: string][] = [
  [
    'has no row-level security',
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  ],
  [
    'has no policy',
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  ],
  [
    'has a policy that does not ask for the second factor',
    `select tablename || '.' || policyname as name from pg_policies
     where schemaname = 'public' and not (cmd = 'SELECT' and (tablename = any ($3) or tablename = any ($4)))
       and (qual !~ 'private\\.(me|is_administrator|my_[a-z_]*households)\\(\\)' or with_check !~ 'private\\.(me|is_administrator|my_[a-z_]*households)\\(\\)')`,
  ],
  [
    'has a policy that asks auth for the person',
    `select tablename || '.' || policyname as name from pg_policies
     where schemaname = 'public' and concat(qual, ' ', with_check) ~ '\\mauth\\.'`,
  ],
  [
    'is open to people and asks auth for the person',
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'private' and p.proname = any ($2) and p.proname <> 'me' and p.prosrc ~ '\\mauth\\.'`,
  ],
  [
    'has a policy with a sub-select, which Citus refuses',
    `select tablename || '.' || policyname as name from pg_policies
     where schemaname = 'public' and concat(qual, ' ', with_check) ~* '\\mselect\\M'`,
  ],
  [
    'has a policy for everyone instead of the signed-in',
    `select tablename || '.' || policyname as name from pg_policies where schemaname = 'public' and roles <> '{authenticated}'
       and not (tablename = any ($3) and cmd = 'SELECT')`,
  ],
  [
    'has a unique key without household_id, which Citus refuses',
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and i.indisunique and c.relname <> all ($1)
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'household_id' and a.attnum = any (i.indkey))`,
  ],
  [
    'has no household_id',
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> all ($1)
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'household_id' and a.attnotnull)`,
  ],
  [
    'has a foreign key into schema auth',
    `select k.conrelid::regclass || '.' || k.conname as name from pg_constraint k
     join pg_class there on there.oid = k.confrelid join pg_namespace n on n.oid = there.relnamespace
     join pg_class here on here.oid = k.conrelid join pg_namespace home on home.oid = here.relnamespace
     where k.contype = 'f' and n.nspname = 'auth' and home.nspname = 'public'`,
  ],
  [
    // The table layer looks a name up without its schema.
    'has the name of a table of auth or storage',
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'f') and (c.relname = any ($5)
       or exists (select from pg_tables t where t.schemaname in ('auth', 'storage') and t.tablename = c.relname))`,
  ],
  [
    'may be executed by everyone',
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
     where n.nspname = 'private' and a.grantee = 0 and a.privilege_type = 'EXECUTE'`,
  ],
  [
    'may be executed by a visitor or a person',
    `select distinct p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
       unnest(array['anon', 'authenticated']) r (role)
     where n.nspname = 'private' and p.proname <> all ($2) and has_function_privilege(r.role, p.oid, 'EXECUTE')`,
  ],
  [
    'is a definer function without a pinned search_path',
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ours} and p.prosecdef and not coalesce(p.proconfig::text ~ 'search_path=', false)`,
  ],
  [
    'is a definer function in the exposed schema',
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public' and p.prosecdef`,
  ],
  [
    'gives the engine a right',
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
       and (has_table_privilege('wattershed_engine', c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
         or has_any_column_privilege('wattershed_engine', c.oid, 'SELECT, INSERT, UPDATE, REFERENCES'))`,
  ],
  [
    'gives a visitor a right',
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and case c.relkind when 'S' then has_sequence_privilege('anon', c.oid, 'USAGE, SELECT, UPDATE')
       else c.relkind in ('r', 'p', 'v', 'm', 'f') and (has_table_privilege('anon', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
         or has_any_column_privilege('anon', c.oid, 'INSERT, UPDATE, REFERENCES')
         or c.relname <> all ($3) and has_any_column_privilege('anon', c.oid, 'SELECT')) end`,
  ],
  [
    'gives a person more than rows',
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and case c.relkind when 'S' then has_sequence_privilege('authenticated', c.oid, 'USAGE, SELECT, UPDATE')
       else c.relkind in ('r', 'p', 'v', 'm', 'f') and has_table_privilege('authenticated', c.oid, 'TRUNCATE, REFERENCES, TRIGGER') end`,
  ],
];

/** One line for each fault, such as `notes has no policy`. */
export const catalogueFaults = async (sql: Sql | Transaction): Promise<string[]> => {
  const faults: string[] = [];
  for (const [says, query] of rules) {
    const lists = {
      $1: apartTables,
      $2: openToPeople,
      $3: readableByVisitors,
      $4: readableBySignedIn,
      $5: ofOthers,
    };
    const named = Object.entries(lists).filter(([mark]) => query.includes(mark));
    const numbered = named.reduce((text, [mark], index) => text.replaceAll(mark, `$${index + 1}`), query);
    const rows = await sql.unsafe<{ name: string }[]>(
      numbered,
      named.map(([, list]) => list),
    );
    faults.push(...rows.map(({ name }) => `${name} ${says}`));
  }
  return faults;
};
