/** What a database is made of, as sorted lines: two databases with the same lines are the same but for their rows. */
import type { Sql, TransactionSql } from 'postgres';

const SCHEMAS = `('public', 'private')`;

/** Each answers `kind`, `name` and `text`; names of parts made by PostgreSQL's own counting are left as they are. */
const queries: Record<string, string> = {
  table: `select c.oid::regclass::text as name, concat_ws(' ', c.relkind, 'rls', c.relrowsecurity, c.relforcerowsecurity, c.relpersistence, c.reloptions::text,
      (select pg_get_partkeydef(c.oid)), obj_description(c.oid, 'pg_class')) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'c', 'f')`,
  column: `select c.oid::regclass || '.' || a.attname as name, concat_ws(' ',
      row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), 'null', not a.attnotnull, 'identity', a.attidentity,
      'generated', a.attgenerated::text, 'collation', a.attcollation::regcollation, 'storage', a.attstorage, a.attcompression, 'statistics', a.attstattarget,
      'default', pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum)) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'c', 'f')`,
  constraint: `select k.conrelid::regclass || '.' || k.conname as name, pg_get_constraintdef(k.oid) || ' ' || k.convalidated as text
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname in ${SCHEMAS} and k.contype <> 't'`,
  index: `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) || ' ' || i.indisclustered || ' ' || coalesce(c.reloptions::text, '') as text
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${SCHEMAS}`,
  sequence: `select c.oid::regclass::text as name, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcache, s.seqcycle) as text
    from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${SCHEMAS}`,
  function: `select p.oid::regprocedure::text as name, concat_ws(' ', pg_get_function_arguments(p.oid), '->', pg_get_function_result(p.oid), l.lanname, p.prokind, p.provolatile,
      p.prosecdef, p.proleakproof, p.proisstrict, p.proretset, p.proparallel, p.procost, p.prorows, p.proconfig::text, p.prosupport,
      regexp_replace(coalesce(p.prosrc, ''), '\\s+', ' ', 'g'), pg_get_function_sqlbody(p.oid), obj_description(p.oid, 'pg_proc')) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang where n.nspname in ${SCHEMAS}`,
  aggregate: `select a.aggfnoid::regprocedure::text as name, concat_ws(' ', a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.agginitval, a.aggtranstype::regtype) as text
    from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${SCHEMAS}`,
  policy: `select schemaname || '.' || tablename || '.' || policyname as name, concat_ws(' ', permissive, roles, cmd, 'using', qual, 'check', with_check) as text
    from pg_policies where schemaname in ${SCHEMAS} or schemaname = 'storage'`,
  trigger: `select t.tgrelid::regclass || '.' || t.tgname as name, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text as text
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_namespace n on n.oid = p.pronamespace
    where not t.tgisinternal and n.nspname in ${SCHEMAS}`,
  'right on a table': `select c.oid::regclass::text || ' ' || coalesce(nullif(a.grantee, 0)::regrole::text, 'public') as name,
      string_agg(a.privilege_type || case when a.is_grantable then '*' else '' end, ',' order by a.privilege_type) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) a
    where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'S') and a.grantee <> c.relowner group by 1`,
  'right on a column': `select c.oid::regclass || '.' || at.attname || ' ' || coalesce(nullif(a.grantee, 0)::regrole::text, 'public') as name, string_agg(a.privilege_type, ',' order by a.privilege_type) as text
    from pg_attribute at join pg_class c on c.oid = at.attrelid join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(at.attacl) a
    where n.nspname in ${SCHEMAS} and not at.attisdropped group by 1`,
  'right on a function': `select p.oid::regprocedure || ' ' || coalesce(nullif(a.grantee, 0)::regrole::text, 'public') as name, string_agg(a.privilege_type, ',' order by a.privilege_type) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    where n.nspname in ${SCHEMAS} and a.grantee <> p.proowner group by 1`,
  'right on a schema': `select n.nspname || ' ' || coalesce(nullif(a.grantee, 0)::regrole::text, 'public') as name, string_agg(a.privilege_type, ',' order by a.privilege_type) as text
    from pg_namespace n cross join aclexplode(n.nspacl) a where n.nspname in ${SCHEMAS} and a.grantee <> n.nspowner group by 1`,
  'default right': `select coalesce(d.defaclnamespace::regnamespace::text, '') || ' ' || d.defaclobjtype::text || ' ' || d.defaclrole::regrole as name, d.defaclacl::text as text from pg_default_acl d`,
  extension: `select e.extname as name, e.extnamespace::regnamespace::text as text from pg_extension e`,
};

export async function catalogueOf(sql: Sql | TransactionSql): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, query] of Object.entries(queries)) {
    const rows = await sql.unsafe<{ name: string; text: string }[]>(query);
    lines.push(...rows.map(({ name, text }) => `${kind} ${name}: ${text}`));
  }
  return lines.toSorted();
}
