// What the database is filled with, and what people and checks learn of it: site.json.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson, writePrivately } from './files.mjs';

const demoFile = fileURLToPath(new URL('../../prisma/demo-site.yaml', import.meta.url));
/** This door of the demo has no exit button, so that a lock without forced-open detection can be seen. */
const DEMO_WITHOUT_EXIT_BUTTON = 'server_room';

/** Values that earlier starts created and could show only once, as far as they are still valid. */
export function openKept(folder) {
  const file = path.join(folder, 'site-secrets.json');
  let kept = readJson(file) ?? {};
  return {
    get: () => kept,
    set(changes) {
      const next = { ...kept, ...changes };
      if (JSON.stringify(next) === JSON.stringify(kept)) return;
      kept = next;
      writePrivately(file, `${JSON.stringify(kept, null, 2)}\n`);
    },
  };
}

/** Each account has its own, so that another site file takes nothing from the first. */
export function keepSite(kept, site) {
  const { id } = site.account;
  kept.set({ account_id: id, sites: { ...kept.get().sites, [id]: site } });
}

/**
 * Applies the site file, or the demo site where there is no account at all; otherwise finds the site of before.
 * Returns its result with all secrets that are known, and the ids of locks without an exit button.
 */
export async function furnish({ modules, context, siteFile, kept }) {
  const { applySite, giveDemoKeys, readSiteFile, currentResult, withKnownSecrets } = modules;
  const { rows } = await context.pool.query('select id from account order by id limit 1');
  const isDemo = !siteFile && rows.length === 0;
  let result;
  if (siteFile || isDemo) {
    const file = siteFile ?? (await readSiteFile(demoFile, context.clock.now()));
    ({ result } = await applySite(context, file));
    if (isDemo) {
      await giveDemoKeys(context, result);
      if (context.config.DEMO_PAST) kept.set({ past: result.account.id });
    }
  } else {
    result =
      (await currentResult(context, kept.get().account_id ?? rows[0].id)) ??
      (await currentResult(context, rows[0].id));
  }
  result = await withKnownSecrets(context, result, kept.get().sites?.[result.account.id] ?? null);
  keepSite(kept, result);
  const withoutExitButton = new Set(isDemo ? [result.locks[DEMO_WITHOUT_EXIT_BUTTON]] : []);
  return { result, withoutExitButton };
}

/**
 * Makes the past of the demo while the service is in use already. It is made whole or not at all; a start that ended before
 * leaves it to the next. Returns the end of it, or null where there is nothing to make.
 */
export function makePastBehind({ modules, context, kept, site, signal }) {
  if (kept.get().past !== site.account.id) return null;
  return modules.makePast(context, site, signal).then(
    () => kept.set({ past: undefined }),
    (error) => {
      if (!signal.aborted)
        context.log.error({ err: error }, 'the past of the demo is not made; the next start tries again');
    },
  );
}

/** The lines that a person needs to begin. */
export async function welcome({ context, cloud, site, benchUrl, shown, roles }) {
  const key = await keyToShow(context, site);
  const login = await loginToShow(context, site);
  const elsewhere = (role) => `in another process: ROLES=${roles.join(',')} lacks ${role}`;
  const isApi = roles.includes('api') || Boolean(context.config.PUBLIC_URL);
  const lines = [
    '',
    'The door access service is running; Ctrl-C stops it.',
    '',
    `  Dashboard   ${isApi ? `${cloud.origin}/` : elsewhere('api')}`,
    `  Login       ${login ?? 'no user yet: npx doorctl user create --help'}`,
    `  Test bench  ${benchUrl ?? (roles.includes('edge') ? 'none: no gateway of the site has bench: true' : elsewhere('edge'))}`,
    `  API         ${isApi ? cloud.baseUrl : elsewhere('api')}`,
    `  API key     ${key ? `${key.token}  (${key.ref})` : 'none known here: npx doorctl api-key create --help'}`,
  ];
  if (key?.lockId && isApi) {
    lines.push(
      '',
      `Open the door "${key.lockName}":`,
      `  curl -X POST ${cloud.baseUrl}/locks/${key.lockId}/unlock -H 'Authorization: Bearer ${key.token}' -H 'Content-Type: application/json' -d '{}'`,
    );
  }
  lines.push('', `All of this for programs: ${shown.siteJson}. Log: ${shown.log}`, '');
  return lines.join('\n');
}

/** Owners first, and users with a known password first. */
async function loginToShow(context, { account, users }) {
  const { rows } = await context.pool.query(
    `select email from account_user where account_id = $1 order by role <> 'owner', created_at, email limit 100`,
    [account.id],
  );
  const known = rows.find(({ email }) => users[email]?.password !== undefined);
  if (known) return `${known.email}  ${users[known.email].password}`;
  return rows[0] && `${rows[0].email}  (for a new password: npx doorctl user set-password ${rows[0].email})`;
}

/** Of the keys whose token is known, the one that can open a door, the bench's before others. */
async function keyToShow(context, { api_keys }) {
  const known = Object.entries(api_keys).filter(([, { token }]) => token !== undefined);
  if (known.length === 0) return undefined;
  const { rows } = await context.pool.query(
    `select k.id, l.id as lock_id, l.name as lock_name from api_key k
       left join (api_key_lock m join lock l on l.id = m.lock_id and l.type = 'remote' join gateway g on g.id = l.gateway_id)
         on m.api_key_id = k.id and 'locks:control' = any(k.scopes)
      where k.id = any($1::int[]) order by l.id is null, g.bench desc, k.id, l.id limit 1`,
    [known.map(([, { id }]) => id)],
  );
  const [ref, { token }] = known.find(([, { id }]) => id === rows[0]?.id) ?? known[0];
  return { ref, token, lockId: rows[0]?.lock_id, lockName: rows[0]?.lock_name };
}
